import { wordsOfInstitutions } from './words-of-institutions.ts';
import { wordsOfLife } from './words-of-life.ts';
import { wordsOfWork } from './words-of-work.ts';

/** For each lower-case word or phrase, its alternatives and their weights. */
export type OtherWords = ReadonlyMap<string, ReadonlyMap<string, number>>;

const sameThing = 0.75;
const related = 0.7;

/**
 * Reads the general word lists and an institute's own. A line is a group of interchangeable words or short
 * phrases; the words after `>` are alternatives for the group, but not the other way round.
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
