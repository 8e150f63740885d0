import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { meaningfulWords } from './words.ts';

const passageSchema = z.object({
  path: z.string(),
  /** The section's id on the page; null for what stands before the first one. */
  anchor: z.string().nullable(),
  type: z.string(),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
  /** Higher is better; comparable within one query only. */
  score: z.number(),
});

export type FoundPassage = z.infer<typeof passageSchema>;

export type PassageStore = {
  /** The passages that answer a question best, best first; any of its words may match. */
  find(question: string, options: { limit: number; types?: readonly string[] }): FoundPassage[];
  /** Words as authors wrote them, each with the number of pages that have it. */
  words(): [word: string, pages: number][];
  close(): void;
};

const mostWords = 12;
/** A word on a larger share of the pages tells little, and reading all its places is what takes time. */
const commonShare = 0.15;
const fewestWords = 3;

const findStatement = `
  select path, anchor, type, p.title, p.heading, p.text, -best.rank as score
  from (
    select rowid, rank from passage_words where passage_words match ? and rank match 'bm25(4.0, 2.0, 1.0)'
    order by rank, rowid limit ?
  ) best join passages p on p.id = best.rowid
  order by best.rank, p.id`;

const findOfTypesStatement = `
  select path, anchor, type, p.title, p.heading, p.text, -rank as score
  from passage_words join passages p on p.id = passage_words.rowid
  where passage_words match ? and rank match 'bm25(4.0, 2.0, 1.0)'
    and type in (select value from json_each(?))
  order by rank, p.id limit ?`;

/**
 * Opens what `writePassages` wrote, for reading only.
 * @throws Error when the file is missing or is none of ours
 */
export function openPassages(file: string): PassageStore {
  if (!existsSync(file)) throw new Error('the passages are missing');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const findAny = database.prepare(findStatement);
    const findOfTypes = database.prepare(findOfTypesStatement);
    const words = database.prepare('select word, pages from words');
    const countOf = database.prepare('select pages from words where word = ?');
    const pageCount = Number(
      database.prepare('select count(distinct path) as pages from passages').get()?.['pages'] ?? 0,
    );
    return {
      find(question, { limit, types = [] }) {
        const asked = tellingWords(meaningfulWords(question).slice(0, mostWords), {
          pagesWith: (word) => Number(countOf.get(word)?.['pages'] ?? 0),
          pageCount,
        });
        if (asked.length === 0) return [];
        const wanted = asked.map((word) => `"${word}"`).join(' OR ');
        const rows =
          types.length > 0
            ? findOfTypes.all(wanted, JSON.stringify(types), limit)
            : findAny.all(wanted, limit);
        return z.array(passageSchema).parse(rows);
      },
      words: () => words.all().map(({ word, pages }) => [String(word), Number(pages)]),
      close: () => {
        database.close();
      },
    };
  } catch (cause) {
    database.close();
    throw new Error('the passages cannot be read', { cause });
  }
}

type Frequencies = { pagesWith: (word: string) => number; pageCount: number };

/** Leaves out words that stand on many pages, as long as a few others remain. */
function tellingWords(words: readonly string[], { pagesWith, pageCount }: Frequencies): string[] {
  const counted = words.map((word) => ({ word, pages: pagesWith(word) })).sort((a, b) => a.pages - b.pages);
  return counted
    .filter(({ pages }, at) => at < fewestWords || pages <= pageCount * commonShare)
    .map(({ word }) => word);
}
