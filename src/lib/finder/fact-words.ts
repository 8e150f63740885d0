import type { Term } from '#lib/content/terms.ts';
import { courseWords, factWords as words } from '#lib/i18n/en/course-groups.ts';
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
  /** Whether the text names courses and a fact that only they have. Otherwise, it may mean anything at that time or place. */
  isAboutCourses: boolean;
};

/** Finds the words of a search that are fields of courses: `evening course about rivers under £300`. */
export function readFactWords(text: string, options: Options): FactQuery | undefined {
  const found = new URLSearchParams();
  const price = readPrice(text, options.currency);
  if (price) found.set('price', price.amount);
  let rest = ` ${(price?.rest ?? text).toLowerCase()} `.replaceAll(/\s+/g, ' ');
  const take = ({ name, value, pattern }: FactPattern) => {
    if (!pattern.test(rest)) return;
    found.append(name, value);
    rest = rest.replaceAll(pattern, ' ').replaceAll(/ +/g, ' ');
  };
  for (const fact of patternsOf(options)) take(fact);
  const hasFacts = found.size > 0;
  const isAboutCourses = namesCourses(text);
  if (isAboutCourses) for (const wish of wishesOf(options)) if (!found.has(wish.name)) take(wish);
  const query = parseQuery(found, options.choices);
  const typed = splitWords(rest);
  if (found.size === 0 || (!isAboutCourses && typed.some((word) => words.otherSubjects.has(word))))
    return undefined;
  const keywords = typed.filter(
    (word) => !isStopWord(word) && !courseWords.has(word) && !words.ignored.has(word),
  );
  return { query: { ...query, q: keywords.join(' ') }, isAboutCourses: isAboutCourses && hasFacts };
}

function namesCourses(text: string): boolean {
  return splitWords(text).some((word) => courseWords.has(word));
}

function readPrice(text: string, currency: string): { amount: string; rest: string } | undefined {
  const amount = String.raw`${escape(currency)}\s?(\d[\d,]{0,8})`;
  const mayBeBare = namesCourses(text) ? '?' : '';
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
    pattern: wholeWords(spellings.map(toSpelling)),
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

/** What people wish of a course, as filters: few credits for a short one, the next term for one that starts soon. */
function wishesOf({ choices }: Options): FactPattern[] {
  const { seats, free, cheapest, shortest, soon } = words.wishes;
  const wishes = [
    { name: 'seats', value: '1', spellings: seats },
    { name: 'price', value: '0', spellings: free },
    { name: 'sort', value: 'price', spellings: cheapest },
    { name: 'credits', value: choices.credits[0]?.value ?? '', spellings: shortest },
    { name: 'term', value: choices.term[0]?.value ?? '', spellings: soon },
  ];
  return wishes.map(({ spellings, ...filter }) => ({ ...filter, pattern: wholeWords(spellings) }));
}

function wholeWords(spellings: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${spellings.join('|')})(?![\p{L}\p{N}])`, 'gu');
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
