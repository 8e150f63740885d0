import { isStopWord } from '#lib/i18n/words.ts';

/** A unit in normal form, the factor that converts a value into it, and the length of its text. */
export type Unit = { unit: string; factor: number; length: number };

/** The words of each unit, after the factor that converts them. A final "s" is optional. Currencies are in capitals. */
const wordsOfUnits: Record<string, string> = {
  GBP: '1 pound quid sterling, 0.01 p pence penny pennies',
  EUR: '1 euro',
  USD: '1 dollar buck',
  '%': '1 %, 0.1 ‰',
  minute: '1 minute min, 60 hour hr h, 1440 day, 10080 week wk, 20160 fortnight, 0.0166666667 seconds sec',
  month: '1 month, 12 year yr, 120 decade',
  term: '1 term semester',
  seat: '1 seat place space',
  person: '1 person people student learner participant member teacher staff adult child children visitor',
  part: '1 part instalment installment',
  mark: '1 mark point',
  times: '1 time fold x ×',
  metre: '1 m metre meter, 0.001 mm millimetre, 0.01 cm centimetre, 1000 km kilometre kilometer',
  foot: '1 foot feet ft',
  hectare: '1 ha hectare',
  gram: '1 g gram, 1000 kg kilo kilogram, 1000000 t tonne',
  litre: '1 l litre liter',
  degree: '1 ° °c degree',
};
const sameAsTheirWord = 'workday credit course book page word level mile acre fahrenheit';
const otherCurrencies = 'yen franc rupee krona krone kronor kroner zloty yuan peso real rand lira dinar';
const currencySigns: Record<string, string> = { '£': 'GBP', '€': 'EUR', $: 'USD', US$: 'USD', '¥': 'JPY' };
const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

const units = new Map<string, Omit<Unit, 'length'>>();
for (const word of sameAsTheirWord.split(' ')) add(word, `1 ${word}`);
for (const word of otherCurrencies.split(' ')) add(word.toUpperCase(), `1 ${word}`);
for (const [unit, groups] of Object.entries(wordsOfUnits))
  for (const group of groups.split(', ')) add(unit, group);

function add(unit: string, group: string): void {
  const [factor, ...words] = group.split(' ');
  for (const word of words.flatMap((one) => [one, `${one}s`]))
    units.set(word, { unit, factor: Number(factor) });
}

/** A pattern for the words of all units. */
export const unitWords = `(?:${[...units.keys()].join('|')})(?!\\p{L})`;

export function isCurrency(unit: string): boolean {
  return /\p{Lu}{3}|\p{Sc}/u.test(unit);
}

/** The currency of a sign with its prefix, or of a code. Undefined for other words. */
export function currencyOf(text: string): string | undefined {
  return currencySigns[text] ?? (/\p{Sc}/u.test(text) || currencyCodes.has(text) ? text : undefined);
}

/** Reads a unit at the start of a text, with at most two words before it: "ten equal parts". */
export function readUnit(text: string): Unit | undefined {
  let [length, before] = [0, ''];
  for (const [match, word = ''] of [...text.matchAll(/[ -]?([\p{L}°%‰×]+|\p{Sc})/guy)].slice(0, 3)) {
    length += match.length;
    const currency = currencyOf(word);
    const found = currency ? { unit: currency, factor: 1 } : units.get(word.toLowerCase());
    // "Swiss francs" are another currency than francs.
    const isForeign = found && isCurrency(found.unit) && !/^(?: (?:British|UK|US))*$/.test(before);
    if (found && !/^[\^\d]/.test(text.slice(length)))
      return { ...found, unit: isForeign ? before + found.unit : found.unit, length };
    if (isStopWord(word.toLowerCase())) return undefined;
    before += match;
  }
  return undefined;
}
