import { isStopWord } from '#lib/i18n/words.ts';

/** A unit in normal form, and the factor that converts a value into it. */
export type Unit = { unit: string; factor: number };

/** The words of each unit, after the factor that converts them. A final "s" is optional. Currencies are in capitals. */
const wordsOfUnits: Record<string, string> = {
  GBP: '1 pound quid sterling, 0.01 p pence penny pennies',
  EUR: '1 euro',
  '%': '1 %, 0.1 ‰',
  minute: '1 minute min, 60 hour hr h, 1440 day, 10080 week wk, 20160 fortnight, 0.0166666667 seconds sec',
  month: '1 month, 12 year yr',
  term: '1 term semester',
  seat: '1 seat place space',
  person: '1 person people student learner participant member teacher staff adult child children visitor',
  part: '1 part instalment installment',
  mark: '1 mark point',
  times: '1 time fold x ×',
  metre: '1 m metre meter, 0.001 mm millimetre, 0.01 cm centimetre, 1000 km kilometre kilometer',
  hectare: '1 ha hectare',
  degree: '1 ° °c degree',
};
for (const word of ['workday', 'credit', 'course', 'book', 'page', 'word', 'level'])
  wordsOfUnits[word] = `1 ${word}`;
const currencySigns: Record<string, string> = { '£': 'GBP', '€': 'EUR', $: 'USD', US$: 'USD', '¥': 'JPY' };
const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

const units = new Map<string, Unit>();
for (const [unit, groups] of Object.entries(wordsOfUnits)) {
  for (const group of groups.split(', ')) {
    const [factor, ...words] = group.split(' ');
    for (const word of words.flatMap((one) => [one, `${one}s`]))
      units.set(word, { unit, factor: Number(factor) });
  }
}

/** A pattern for the words of all units. */
export const unitWords = `(?:${[...units.keys()].join('|')})(?!\\p{L})`;

export function isUnitless(unit: string): boolean {
  return unit === 'noun' || unit === 'number';
}

/** The currency of a sign with its prefix, or of a code. Undefined for other words. */
export function currencyOf(text: string): string | undefined {
  return currencySigns[text] ?? (/\p{Sc}/u.test(text) || currencyCodes.has(text) ? text : undefined);
}

/**
 * Reads a unit at the start of a text, with at most two words before it: "ten equal parts". Other units are `noun`, and
 * `number` is without any.
 */
export function readUnit(text: string): Unit {
  let unit: Unit = { unit: 'number', factor: 1 };
  for (const [, word = ''] of [...text.matchAll(/[ -]?([\p{L}°%‰×]+)(?![\^\d])/guy)].slice(0, 3)) {
    const found = units.get(word.toLowerCase());
    if (isStopWord(word.toLowerCase())) return unit;
    if (found) return found;
    unit = { unit: 'noun', factor: 1 };
  }
  return unit;
}
