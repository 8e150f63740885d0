import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { meaningfulWords } from '#lib/i18n/words.ts';
import { searchTypeSchema } from './query.ts';
import { createQuestionCoverage } from './question-coverage.ts';

const passageSchema = z.object({
  id: z.number(),
  path: z.string(),
  /** The section's id on the page; null for text before the first section. */
  anchor: z.string().nullable(),
  type: searchTypeSchema,
  title: z.string(),
  heading: z.string(),
  text: z.string(),
  /** Higher is better; comparable within one query only. */
  score: z.number(),
});

export type CandidatePassage = z.infer<typeof passageSchema>;

export type PassageStore = {
  /** Returns the passages with the most significant words of a question, best first. One matching word is enough. */
  find(question: string, options: { limit: number; types?: readonly string[] }): CandidatePassage[];
  /** Returns words as authors wrote them, each with the number of pages that have it. */
  words(): [word: string, pages: number][];
  /** Returns the share of a question's words that the site contains; rare words weigh more. */
  knownShare(question: string): number;
  /** Returns the share of a question's words that a passage contains; rare words weigh more. */
  coverage(question: string, passage: CandidatePassage): number;
  /** Returns the words of a question, folded, that the site lacks in any form. */
  unknownWords(question: string): string[];
  get(id: number): CandidatePassage | undefined;
  /** Returns every passage, in the order of the pages. */
  all(): CandidatePassage[];
  /** Like `all`. Each step reads one passage. */
  readAll(): Generator<void, CandidatePassage[]>;
  close(): void;
};

const maxWords = 24;
/**
 * Rare words are the most significant, and common words are slow to look up. Words are looked up from the rarest on, at
 * least two, until they are on this many pages in total.
 */
const maxPagesRead = 1500;
const minWords = 2;

const findStatement = `
  select p.id, path, anchor, type, p.title, p.heading, p.text, -best.rank as score
  from (
    select rowid, rank from passage_words where passage_words match ? and rank match 'bm25(4.0, 2.0, 1.0)'
    order by rank, rowid limit ?
  ) best join passages p on p.id = best.rowid
  order by best.rank, p.id`;

const findOfTypesStatement = `
  select p.id, path, anchor, type, p.title, p.heading, p.text, -rank as score
  from passage_words join passages p on p.id = passage_words.rowid
  where passage_words match ? and rank match 'bm25(4.0, 2.0, 1.0)'
    and type in (select value from json_each(?))
  order by rank, p.id limit ?`;

/**
 * Opens the file that `writePassages` wrote, read-only.
 * @throws Error when the file is missing or is not a passages file
 */
export function openPassages(file: string): PassageStore {
  if (!existsSync(file)) throw new Error('the passages are missing');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const findAny = database.prepare(findStatement);
    const findOfTypes = database.prepare(findOfTypesStatement);
    const words = database.prepare('select word, pages from words');
    const readWords = () =>
      words.all().map(({ word, pages }): [string, number] => [String(word), Number(pages)]);
    const coverage = createQuestionCoverage(readWords());
    const all = database.prepare(
      'select id, path, anchor, type, title, heading, text, 0 as score from passages order by id',
    );
    const one = database.prepare(
      'select id, path, anchor, type, title, heading, text, 0 as score from passages where id = ?',
    );
    const countOf = database.prepare('select pages from words where word = ?');
    return {
      find(question, { limit, types = [] }) {
        const pagesWith = (word: string) => Number(countOf.get(word)?.['pages'] ?? 0);
        const words = meaningfulWords(question).slice(-maxWords);
        const asked = significantWords([...words, ...joinPairs(words, pagesWith)], pagesWith);
        if (asked.length === 0) return [];
        const wanted = asked.map((word) => `"${word}"`).join(' OR ');
        const rows =
          types.length > 0
            ? findOfTypes.all(wanted, JSON.stringify(types), limit)
            : findAny.all(wanted, limit);
        return z.array(passageSchema).parse(rows);
      },
      get: (id) => passageSchema.optional().parse(one.get(id)),
      all: () => z.array(passageSchema).parse(all.all()),
      *readAll() {
        const passages = [];
        for (const row of all.iterate()) {
          passages.push(passageSchema.parse(row));
          yield;
        }
        return passages;
      },
      words: readWords,
      knownShare: (question) => coverage.knownShare(question),
      unknownWords: (question) => coverage.unknownWords(question),
      coverage: (question, { title, heading, text }) =>
        coverage.coverage(question, `${title} ${heading} ${text}`),
      close: () => {
        database.close();
      },
    };
  } catch (cause) {
    database.close();
    throw new Error('the passages cannot be read', { cause });
  }
}

/** Words that were typed as two, such as `time table`, if the site has them as one. */
function joinPairs(words: readonly string[], pagesWith: (word: string) => number): string[] {
  const pairs = words.map((word, at) => `${words[at - 1] ?? ''}${word}`).slice(1);
  return pairs.filter((pair) => !words.includes(pair) && pagesWith(pair) > 0);
}

/** Leaves out common words that would be slow to look up. */
function significantWords(words: readonly string[], pagesWith: (word: string) => number): string[] {
  const counted = words.map((word) => ({ word, pages: pagesWith(word) })).sort((a, b) => a.pages - b.pages);
  let read = 0;
  return counted
    .filter(({ pages }, at) => {
      read += pages;
      return at < minWords || read <= maxPagesRead;
    })
    .map(({ word }) => word);
}
