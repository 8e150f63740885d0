import { entryWords, factQuestions, whoQuestion, type FactQuestion } from '#lib/i18n/en/fact-questions.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import { isStopWord, stem } from '#lib/i18n/words.ts';
import type { Fact } from './course-facts.ts';

/** In words. A longer text asks for more than a fact. */
const maxWords = 20;

/** An entry, and the names by which people ask for it: its title, its code or the role of a person. */
export type NamedEntry<Of> = { entry: Of; names: readonly string[] };

/**
 * Finds the entry that a question names, and the other words of the question. Undefined if it names none or several.
 * The longest name counts.
 */
export function findNamedEntry<Of>(
  question: string,
  entries: Iterable<NamedEntry<Of>>,
): { entry: Of; rest: string } | undefined {
  const words = splitWords(question);
  if (words.length > maxWords) return undefined;
  const stems = words.map(stem);
  const found: { entry: Of; from: number; length: number }[] = [];
  for (const { entry, names } of entries) {
    for (const name of names) {
      const wanted = splitWords(name).map(stem);
      const from = indexOf(stems, wanted);
      if (from >= 0) found.push({ entry, from, length: wanted.length });
    }
  }
  const longest = Math.max(...found.map(({ length }) => length));
  const best = found.filter(({ length }) => length === longest);
  const [first] = best;
  if (!first || best.some(({ entry }) => entry !== first.entry)) return undefined;
  const rest = words.toSpliced(first.from, first.length).join(' ');
  return { entry: first.entry, rest };
}

function indexOf(words: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0) return -1;
  return words.findIndex((_, at) => wanted.every((word, index) => words[at + index] === word));
}

type FactChoice = {
  questions?: readonly FactQuestion[];
  /** Whether a word changes nothing in a question. */
  ignores?: (word: string) => boolean;
};

/** Returns the fact that the words of a question ask for; undefined if they ask for none, or for anything else too. */
export function chooseFact(
  rest: string,
  facts: readonly Fact[],
  { questions = factQuestions, ignores = isLittle }: FactChoice = {},
): Fact | undefined {
  for (const { asked, names, has } of questions) {
    if (rest.search(asked) === -1 || !isEmpty(rest.replaceAll(asked, ' '), ignores)) continue;
    const fact = facts.find((each) => names.includes(each.name) && (!has || has.test(textOf(each))));
    if (fact) return fact;
  }
  return undefined;
}

/** Whether the words of a question ask who somebody is. */
export function asksWho(rest: string): boolean {
  return rest.search(whoQuestion) !== -1 && isEmpty(rest.replaceAll(whoQuestion, ' '), isLittle);
}

function isEmpty(rest: string, ignores: (word: string) => boolean): boolean {
  return rest.split(/\s+/).every((word) => word === '' || ignores(word));
}

function isLittle(word: string): boolean {
  return isStopWord(word) || entryWords.has(word);
}

/** A fact as it stands on the page: `11 January 2027 or 27 September 2027`. */
export function textOf({ value, more = [] }: Fact): string {
  return [value, ...more.map((each) => each.value)].join(', ').replaceAll(', or ', ' or ');
}
