import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { PageType } from '#lib/content/collections.ts';

/** The passages of a page. */
export type PassagePage = {
  path: string;
  type: PageType;
  passages: readonly { anchor: string | null; title: string; heading: string; text: string }[];
};

const schema = `
  create table passages (
    id integer primary key, path text not null, type text not null, anchor text,
    title text not null, heading text not null, text text not null
  );
  create virtual table passage_words using fts5(
    title, heading, text, content='passages', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
  );
  create table words (word text primary key, pages integer not null) without rowid;
`;

/**
 * Writes the passages that answer questions, and the site's words as authors spell them, for spelling corrections. The
 * file is not changed afterwards.
 */
export function writePassages(file: string, pages: readonly PassagePage[]): void {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  try {
    database.exec(`pragma journal_mode = off; pragma synchronous = off; begin; ${schema}`);
    const insert = database.prepare('insert into passages values (null, ?, ?, ?, ?, ?, ?)');
    for (const { path, type, passages } of pages) {
      for (const { anchor, title, heading, text } of passages)
        insert.run(path, type, anchor, title, heading, text);
    }
    const insertWord = database.prepare('insert into words values (?, ?)');
    for (const [word, count] of countWords(pages)) insertWord.run(word, count);
    database.exec(`
      insert into passage_words(passage_words) values ('rebuild');
      insert into passage_words(passage_words) values ('optimize');
      commit;
    `);
  } finally {
    database.close();
  }
}

/** Counts the pages that contain each word, in lower case. Ignores numbers and codes with digits. */
function countWords(pages: readonly PassagePage[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { passages } of pages) {
    const onPage = new Set<string>();
    for (const { title, heading, text } of passages) {
      for (const [word] of `${title} ${heading} ${text}`.toLowerCase().matchAll(/[\p{L}\p{M}]{3,40}/gu))
        onPage.add(word);
    }
    for (const word of onPage) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
