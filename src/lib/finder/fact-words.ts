import type { Term } from '#lib/content/terms.ts';
import { courseWords, factWords as words } from '#lib/i18n/en/finder.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import { isStopWord } from '#lib/i18n/words.ts';
import { parseQuery, type Choices, type FinderQuery } from './finder-query.ts';

type Options = {
  choices: Choices;
  terms: readonly Pick<Term, 'id' | 'starts'>[];
  /** `£` */
  currency: string;
};

type FactQuery = {
  /** The facts as filters, and the remaining words as keywords. */
  query: FinderQuery;
  /** Whether the text names courses. Otherwise, it may mean anything at that time or place. */
  isAboutCourses: boolean;
};

/** Finds the words of a search that are fields of courses: `evening course about rivers under £300`. */
export function readFactWords(text: string, options: Options): FactQuery | undefined {
  const found = new URLSearchParams();
  const price = readPrice(text, options.currency);
  if (price) found.set('price', price.amount);
  let rest = ` ${(price?.rest ?? text).toLowerCase().replaceAll(/\s+/g, ' ')} `;
  for (const { name, value, pattern } of patternsOf(options)) {
    if (!pattern.test(rest)) continue;
    found.append(name, value);
    rest = rest.replaceAll(pattern, ' ');
  }
  const query = parseQuery(found, options.choices);
  const typed = splitWords(rest);
  const isAboutCourses = typed.some((word) => courseWords.has(word));
  if (found.size === 0 || (!isAboutCourses && typed.some((word) => words.otherSubjects.has(word))))
    return undefined;
  const keywords = typed.filter(
    (word) => !isStopWord(word) && !courseWords.has(word) && !words.ignored.has(word),
  );
  return { query: { ...query, q: keywords.join(' ') }, isAboutCourses };
}

function readPrice(text: string, currency: string): { amount: string; rest: string } | undefined {
  const amount = String.raw`${escape(currency)}\s?(\d[\d,]{0,8})`;
  const isAboutCourses = splitWords(text).some((word) => courseWords.has(word));
  const mayBeBare = isAboutCourses ? '?' : '';
  const most = String.raw`(?:${escape(currency)}\s?)${mayBeBare}(\d[\d,]{0,8})(?![\d,]|\s*(?:${words.units}))`;
  const pattern = new RegExp(
    String.raw`\b(?:${words.atMost.join('|')})\s+${most}|${amount}\s+${words.orLess}`,
    'iu',
  );
  const symbols = withSymbols(text, currency);
  const [matched, after, before] = pattern.exec(symbols) ?? [];
  const number = after ?? before;
  if (matched === undefined || number === undefined) return undefined;
  return { amount: number.replaceAll(',', ''), rest: symbols.replace(matched, ' ') };
}

/** Writes `400 pounds` as `£400`. */
function withSymbols(text: string, currency: string): string {
  const names = words.currencies[currency];
  if (names === undefined) return text;
  const amount = new RegExp(String.raw`(\d[\d,]{0,8})\s?(?:${names})(?![\p{L}\p{N}])`, 'giu');
  return text.replace(amount, (_whole, number: string) => currency + number);
}

type FactPattern = { name: string; value: string; pattern: RegExp };

function patternsOf({ choices, terms }: Options): FactPattern[] {
  const toPattern = (name: string, value: string, spellings: readonly string[]): FactPattern => ({
    name,
    value,
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${spellings.map(toSpelling).join('|')})(?![\p{L}\p{N}])`,
      'gu',
    ),
  });
  return [
    ...choices.level.map(({ value }) => toPattern('level', value, [words.level({ level: value })])),
    ...choices.credits.map(({ value, title }) => toPattern('credits', value, [title])),
    ...choices.day.map(({ value, title }) => toPattern('day', value, [title, words.pluralOf(title)])),
    ...choices.time.map(({ value }) =>
      toPattern('time', value, words.times[value as keyof typeof words.times]),
    ),
    ...choices.mode.map(({ value, title }) => toPattern('mode', value, [title])),
    ...choices.term.map(({ value, title, also }) =>
      toPattern('term', value, [title, ...(also ? [also] : []), ...monthsOf(value, terms)]),
    ),
  ];
}

/** The month in which a term starts. Months that are also common words need a word like “in” before them. */
function monthsOf(id: string, terms: Options['terms']): string[] {
  const term = terms.find((each) => each.id === id);
  if (!term) return [];
  const month = words.months[Number(term.starts.slice(5, 7)) - 1] ?? '';
  const isCommon = words.commonMonths.has(month);
  return [...(isCommon ? [] : [month]), ...words.beforeMonth.map((before) => `${before} ${month}`)];
}

function toSpelling(text: string): string {
  return escape(text.toLowerCase()).replaceAll(' ', '[ -]');
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
