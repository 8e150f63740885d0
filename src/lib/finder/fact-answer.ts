import { entryWords, factQuestions, whoQuestion, type FactQuestion } from '#lib/i18n/en/fact-questions.ts';
import { findClosest } from '#lib/content/checking/closest-match.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import { isStopWord, stem } from '#lib/i18n/words.ts';
import type { Fact } from './course-facts.ts';

/** In words. A longer text asks for more than a fact. */
const maxWords = 20;

/**
 * An entry, and the names by which people ask for it: its title, its code, its award or the role of a person. If
 * `isShortened`, one word that is in no other entry's name is enough: `Calder`.
 */
export type NamedEntry<Of> = { entry: Of; names: readonly string[]; isShortened?: boolean };

/** In characters. Shorter words are seldom a name. */
const minWordLength = 5;

/**
 * Finds the entries that a question names, and the other words of the question. The longest name counts; if several
 * entries have it, those whose names have most of the other words: `the water quality diploma`.
 */
export function findNamedEntries<Of>(
  question: string,
  entries: readonly NamedEntry<Of>[],
): { entries: Of[]; rest: string; isNamed: (word: string) => boolean } | undefined {
  const words = splitWords(question);
  if (words.length > maxWords) return undefined;
  const stems = words.map(stem);
  const all = entries.map(({ entry, names, isShortened }) => {
    const spelled = names.map(splitWords);
    const stemmed = spelled.map((name) => name.map(stem));
    return { entry, isShortened, names: stemmed, known: new Set(stemmed.flat()), spelled: spelled.flat() };
  });
  const whole = all.flatMap((one) =>
    one.names
      .map((name) => ({ ...one, from: indexOf(stems, name), length: name.length }))
      .filter(({ from }) => from >= 0),
  );
  const found = whole.length > 0 ? whole : findByOneWord();
  const longest = Math.max(...found.map(({ length }) => length));
  const named = found.filter(({ length }) => length === longest);
  const [first] = named;
  if (!first) return undefined;
  const rest = words.toSpliced(first.from, first.length);
  const shared = ({ known }: { known: Set<string> }) =>
    rest.filter((word) => !isStopWord(word) && known.has(stem(word))).length;
  const most = Math.max(...named.map(shared));
  const best = named.filter((one) => shared(one) === most);
  return {
    entries: [...new Set(best.map(({ entry }) => entry))],
    rest: rest.join(' '),
    isNamed: (word) =>
      best.some(({ known, spelled }) => known.has(stem(word)) || isAlmostOneOf(spelled, word)),
  };

  function findByOneWord() {
    return stems.flatMap((word, from) => {
      if (word.length < minWordLength || isStopWord(words[from] ?? '')) return [];
      const [only, ...others] = all.filter(({ known }) => known.has(word));
      return only?.isShortened && others.length === 0 ? [{ ...only, from, length: 1 }] : [];
    });
  }
}

/** Whether a word differs from one of several in one letter at most. */
function isAlmostOneOf(words: readonly string[], word: string): boolean {
  return word.length >= minWordLength && findClosest(word, words, 1) !== undefined;
}

function indexOf(words: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0) return -1;
  return words.findIndex((_, at) => wanted.every((word, index) => words[at + index] === word));
}

type FactChoice = {
  questions?: readonly FactQuestion[];
  /** Whether a word changes nothing in a question. */
  ignores?: (word: string) => boolean;
  /** Whether a word is part of a name of the entry. */
  isNamed?: (word: string) => boolean;
};

/** Returns the fact that the words of a question ask for; undefined if they ask for none, or for anything else too. */
export function chooseFact(
  rest: string,
  facts: readonly Fact[],
  { questions = factQuestions, ignores = isLittle, isNamed = () => false }: FactChoice = {},
): Fact | undefined {
  for (const { asked, names, has } of questions) {
    const others = rest.replaceAll(asked, ' ');
    if (rest.search(asked) === -1 || !isEmpty(others, (word) => ignores(word) || isNamed(word))) continue;
    const fact = facts.find((each) => names.includes(each.name) && (!has || has.test(textOf(each))));
    if (fact) return fact;
  }
  return undefined;
}

/**
 * Takes the words that name a term out of a question: `which day in spring`. Undefined if it names none.
 * @param titles titles of terms, such as `Spring 2027`
 */
export function takeTermWords(
  rest: string,
  titles: readonly string[],
): { rest: string; isMeant: (title: string) => boolean } | undefined {
  const known = new Set(titles.flatMap(splitWords));
  const words = rest.split(' ');
  const named = words.filter((word) => known.has(word));
  if (named.length === 0) return undefined;
  return {
    rest: words.filter((word) => !known.has(word)).join(' '),
    isMeant: (title) => named.every((word) => splitWords(title).includes(word)),
  };
}

/** The cancelled run of a course in the meant terms, if it has no other there. */
export function findCancelled<Run extends { termTitle: string }>(
  { runs, cancelled }: { runs: readonly { termTitle: string }[]; cancelled: readonly Run[] },
  isMeant: (termTitle: string) => boolean,
): Run | undefined {
  if (runs.some(({ termTitle }) => isMeant(termTitle))) return undefined;
  return cancelled.find(({ termTitle }) => isMeant(termTitle));
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
