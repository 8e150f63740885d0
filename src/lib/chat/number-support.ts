import { readNumbers, type StatedNumber } from './number-reader.ts';

/** Checks numbers against those in a set of texts. */
export type NumberSupport = { supports(number: StatedNumber): boolean };

const minPhoneDigits = 7;

/** Indexes the numbers in the texts, in all forms in which another text may write them. */
export function createNumberSupport(texts: readonly string[]): NumberSupport {
  const stated = new Set<string>();
  for (const text of texts) {
    for (const { meanings } of readNumbers(text)) for (const meaning of meanings) addMeaning(stated, meaning);
    for (const bare of readBareNumbers(text)) stated.add(`bare:${bare}`);
  }
  const phones = [...stated].flatMap((meaning) => (meaning.startsWith('phone:') ? meaning.slice(6) : []));
  return {
    supports: ({ meanings }) =>
      meanings.some((meaning) => isStated(meaning, stated) || isPhone(meaning, phones)),
  };
}

/** Adds a number. A date also adds its month, its year, and itself without the year. */
function addMeaning(stated: Set<string>, meaning: string): void {
  stated.add(meaning);
  const [, year, rest] = /^date:(\d{4})-(\d{2}-\d{2})$/.exec(meaning) ?? [];
  const [, monthYear] = /^month:(\d{4})/.exec(meaning) ?? [];
  if (monthYear) stated.add(`number:${monthYear}`);
  if (year && rest) {
    stated.add(`date:${rest}`);
    stated.add(`month:${year}-${rest.slice(0, 2)}`);
    stated.add(`number:${year}`);
  } else if (meaning.startsWith('date:')) stated.add(`undated:${meaning.slice(5)}`);
}

/** Reads numbers that have a cell or a line of their own. Their unit may be elsewhere, such as in a table's heading. */
function readBareNumbers(text: string): string[] {
  return text
    .split(/[|\n;]/)
    .map((cell) => cell.trim())
    .filter((cell) => /^\d[\d.,]{0,15}$/.test(cell))
    .flatMap((cell) =>
      readNumbers(cell).flatMap(({ meanings }) => meanings.map((meaning) => meaning.slice(7))),
    );
}

function isStated(meaning: string, stated: ReadonlySet<string>): boolean {
  if (stated.has(meaning)) return true;
  const [, value] = /^(?:amount|percent):(.+)$/.exec(meaning) ?? [];
  if (value) return stated.has(`bare:${value}`);
  const [, year, rest] = /^date:(\d{4})-(\d{2}-\d{2})$/.exec(meaning) ?? [];
  return year !== undefined && stated.has(`undated:${rest}`) && stated.has(`number:${year}`);
}

/** Whether it is one of the telephone numbers, which may be written without a country or area code. */
function isPhone(meaning: string, phones: readonly string[]): boolean {
  if (!meaning.startsWith('phone:')) return false;
  const digits = meaning.slice(6);
  return phones.some(
    (phone) =>
      Math.min(phone.length, digits.length) >= minPhoneDigits &&
      (phone.endsWith(digits) || digits.endsWith(phone)),
  );
}
