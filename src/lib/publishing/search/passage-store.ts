import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { PageType } from '#lib/content/collections.ts';
import { copyWritable } from '#lib/base/copy-writable.ts';
import { indexedWords } from '#lib/i18n/split-words.ts';

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
    title, heading, text, content='passages', content_rowid='id',
    tokenize="porter unicode61 remove_diacritics 2 tokenchars '.+#_'"
  );
  create table words (word text primary key, pages integer not null) without rowid;
`;

/**
 * Writes the passages that answer questions, and the site's words for spelling corrections. The file is never changed
 * afterwards.
 */
export function writePassages(file: string, pages: readonly PassagePage[]): void {
  rmSync(file, { force: true });
  inTransaction(file, (database) => {
    database.exec(schema);
    insertPages(database, pages);
    countOn(database, pages, 1);
    database.exec(`insert into passage_words(passage_words) values ('optimize')`);
  });
}

type PassageChanges = {
  /** New and changed pages. */
  changed: readonly PassagePage[];
  /** Addresses of removed pages. */
  removed: readonly string[];
};

/** Copies the passages in `from` to `file` and applies these changes. */
export function updatePassages(from: string, file: string, { changed, removed }: PassageChanges): void {
  copyWritable(from, file);
  inTransaction(file, (database) => {
    const paths = JSON.stringify([...changed.map(({ path }) => path), ...removed]);
    const isOutdated = 'path in (select value from json_each(?))';
    const outdated = database
      .prepare(`select id, path, title, heading, text from passages where ${isOutdated}`)
      .all(paths) as PassageRow[];
    const forget = database.prepare(
      `insert into passage_words(passage_words, rowid, title, heading, text) values ('delete', ?, ?, ?, ?)`,
    );
    for (const { id, title, heading, text } of outdated)
      forget.run(id, toWords(title), toWords(heading), toWords(text));
    const pages = Map.groupBy(outdated, ({ path }) => path);
    countOn(
      database,
      [...pages.values()].map((passages) => ({ passages })),
      -1,
    );
    database.prepare(`delete from passages where ${isOutdated}`).run(paths);
    insertPages(database, changed);
    countOn(database, changed, 1);
    database.exec('delete from words where pages = 0');
  });
}

/** Removes what updates left of outdated passages: free pages of the file, and words of the index. */
export function compactPassages(file: string): void {
  inTransaction(file, (database) =>
    database.exec(`insert into passage_words(passage_words) values ('optimize')`),
  );
  const database = new DatabaseSync(file);
  database.exec('vacuum');
  database.close();
}

type PassageRow = { id: number; path: string; title: string; heading: string; text: string };
type Texts = { passages: readonly Pick<PassageRow, 'title' | 'heading' | 'text'>[] };

function inTransaction(file: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = off; pragma synchronous = off; begin');
    change(database);
    database.exec('commit');
  } finally {
    database.close();
  }
}

function insertPages(database: DatabaseSync, pages: readonly PassagePage[]): void {
  const insert = database.prepare('insert into passages values (null, ?, ?, ?, ?, ?, ?)');
  const index = database.prepare(
    'insert into passage_words(rowid, title, heading, text) values (?, ?, ?, ?)',
  );
  for (const { path, type, passages } of pages) {
    for (const { anchor, title, heading, text } of passages) {
      const { lastInsertRowid } = insert.run(path, type, anchor, title, heading, text);
      index.run(lastInsertRowid, toWords(title), toWords(heading), toWords(text));
    }
  }
}

/** Adds the number of pages that contain each word, times `sign`. */
function countOn(database: DatabaseSync, pages: readonly Texts[], sign: 1 | -1): void {
  const add = database.prepare(
    'insert into words values (?, ?) on conflict do update set pages = pages + excluded.pages',
  );
  for (const [word, count] of countWords(pages)) add.run(word, sign * count);
}

/** The words of a text as queries have them, separated by spaces. */
function toWords(text: string): string {
  return indexedWords(text).join(' ');
}

const isCounted = /^\p{L}{3,40}$/u;

/** Counts the pages that contain each word, folded. Ignores numbers and codes with digits. */
function countWords(pages: readonly Texts[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { passages } of pages) {
    const onPage = new Set<string>();
    for (const { title, heading, text } of passages) {
      for (const word of indexedWords(`${title} ${heading} ${text}`))
        if (isCounted.test(word)) onPage.add(word);
    }
    for (const word of onPage) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
