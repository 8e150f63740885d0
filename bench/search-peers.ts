import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { meaningfulWords } from '#lib/i18n/words.ts';
import type { BenchPage } from './search-pages.ts';

/** Returns the paths of the ten best pages. */
export type Engine = (query: string) => string[];

/** MiniSearch with typical settings: prefix and fuzzy matches, titles weighted three times. */
export function createMiniSearch(pages: readonly BenchPage[]): Engine {
  const engine = new MiniSearch({
    idField: 'path',
    fields: ['title', 'text'],
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { title: 3 } },
  });
  engine.addAll(pages.map(({ indexed: { path, title }, text }) => ({ path, title, text })));
  return (query) =>
    engine
      .search(query)
      .slice(0, 10)
      .map(({ id }) => String(id));
}

/** SQLite FTS5 with the Porter stemmer and a prefix match for the last word. */
export function createFullText(pages: readonly BenchPage[]): Engine {
  const database = new DatabaseSync(':memory:');
  database.exec(
    "create virtual table pages using fts5(path unindexed, title, text, tokenize='porter unicode61 remove_diacritics 2')",
  );
  const insert = database.prepare('insert into pages values (?, ?, ?)');
  database.exec('begin');
  for (const { indexed, text } of pages) insert.run(indexed.path, indexed.title, text);
  database.exec('commit');
  const find = database.prepare(
    "select path from pages where pages match ? and rank match 'bm25(0, 3.0, 1.0)' order by rank limit 10",
  );
  return (query) => {
    const words = meaningfulWords(query).map(
      (word, at, all) => `"${word}"${at === all.length - 1 ? '*' : ''}`,
    );
    return words.length === 0 ? [] : find.all(words.join(' AND ')).map(({ path }) => String(path));
  };
}
