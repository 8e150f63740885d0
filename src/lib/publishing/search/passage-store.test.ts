import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { compactPassages, updatePassages, writePassages, type PassagePage } from './passage-store.ts';

const folder = makeFolder();
const file = (name: string) => join(folder, `${name}.sqlite`);

const words = fc.array(fc.constantFrom('peat', 'water', 'soils', 'river', 'maps', 'land'), { minLength: 1 });
const texts = fc.array(words, { minLength: 1, maxLength: 3 });
const site = fc.dictionary(fc.constantFrom('/a', '/b', '/c', '/d'), texts, { minKeys: 1 });

function toPages(pages: Record<string, string[][]>): PassagePage[] {
  return Object.entries(pages).map(([path, passages]) => ({
    path,
    type: 'page',
    passages: passages.map((text) => ({ anchor: null, title: path, heading: '', text: text.join(' ') })),
  }));
}

function read(name: string) {
  const database = new DatabaseSync(file(name), { readOnly: true });
  const all = (statement: string) =>
    database
      .prepare(statement)
      .all()
      .map((row) => ({ ...row }));
  const found = {
    passages: all('select path, type, anchor, title, heading, text from passages order by path, id'),
    words: all('select word, pages from words order by word'),
    peat: all(`select p.path, p.text from passage_words join passages p on p.id = passage_words.rowid
      where passage_words match 'peat' order by p.path, p.id`),
  };
  database.close();
  return found;
}

test('updated passages equal passages written from scratch', () => {
  fc.assert(
    fc.property(site, site, (before, after) => {
      writePassages(file('before'), toPages(before));
      updatePassages(file('before'), file('updated'), {
        changed: toPages(after).filter(
          ({ path }) => JSON.stringify(before[path]) !== JSON.stringify(after[path]),
        ),
        removed: Object.keys(before).filter((path) => !(path in after)),
      });
      writePassages(file('scratch'), toPages(after));

      expect(read('updated')).toEqual(read('scratch'));
    }),
    { numRuns: runsOf(60) },
  );
});

test('a compacted file contains no word of removed pages, and equals passages written from scratch', () => {
  const sample = Array.from({ length: 200 }, (_, number) => [`larkmoor${number} peat`, 'larkmoor river']);
  const kept = { '/b': [['water', 'river']] };
  writePassages(file('whole'), toPages({ '/a': sample, ...kept }));
  updatePassages(file('whole'), file('compact'), { changed: [], removed: ['/a'] });

  compactPassages(file('compact'));

  expect(readFileSync(file('compact'), 'latin1')).not.toContain('larkmoor');
  writePassages(file('scratch'), toPages(kept));
  expect(read('compact')).toEqual(read('scratch'));
});
