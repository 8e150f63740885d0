import { wordsOfInstitutions } from './words-of-institutions.ts';
import { wordsOfLife } from './words-of-life.ts';
import { wordsOfWork } from './words-of-work.ts';

/** For each word or run of words in lower case, what else may stand for it, and how much that counts. */
export type OtherWords = ReadonlyMap<string, ReadonlyMap<string, number>>;

const sameThing = 0.75;
const related = 0.7;

/**
 * Reads the general words and an institute's own. A line is a group of words or short runs of words that stand
 * for one another. After a `>` come words that the group may also be answered by, but which do not lead back.
 */
export function readOtherWords(own: readonly string[] = []): OtherWords {
  const table = new Map<string, Map<string, number>>();
  for (const line of [wordsOfInstitutions, wordsOfLife, wordsOfWork, ...own].flatMap((lines) =>
    lines.split('\n'),
  )) {
    const [same = [], further = []] = line.split('>').map((side) => side.split(',').flatMap(readTerm));
    for (const word of same) {
      const others = table.get(word) ?? new Map<string, number>();
      for (const other of same) if (other !== word) others.set(other, sameThing);
      for (const other of further) if (!others.has(other)) others.set(other, related);
      table.set(word, others);
    }
  }
  return table;
}

function readTerm(term: string): string[] {
  const words = term.trim().toLowerCase().replace(/\s+/g, ' ');
  return words === '' ? [] : [words];
}
