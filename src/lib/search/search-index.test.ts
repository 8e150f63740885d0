import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import type { PageIndex } from '#lib/build-format/page-index-format.ts';
import { openSearch } from './search.ts';
import { useSmallSearch } from '#test/small-search.ts';

const { folder, places } = useSmallSearch();

test.each([
  ['a missing index', (copy: string) => rmSync(join(copy, 'search.index'))],
  ['missing passages', (copy: string) => rmSync(join(copy, 'passages.sqlite'))],
  [
    'passages that are not a database',
    (copy: string) => writeFileSync(join(copy, 'passages.sqlite'), 'x'.repeat(8192)),
  ],
  ['an index of another version', (copy: string) => changeVersion(join(copy, 'search.index'))],
  ['a truncated index', (copy: string) => truncate(join(copy, 'search.index'))],
])('openSearch with %s rejects with a one-line message that says to build', async (_what, damage) => {
  const copy = mkdtempSync(join(tmpdir(), 'search-'));
  cpSync(folder, copy, { recursive: true });
  damage(copy);

  const opening = openSearch({
    ...places,
    indexFile: join(copy, 'search.index'),
    passagesFile: join(copy, 'passages.sqlite'),
  });

  await expect(opening).rejects.toThrow(/^[^\n]*npm run build[^\n]*$/);
  rmSync(copy, { recursive: true });
});

function changeVersion(file: string): void {
  const index = deserialize(readFileSync(file)) as PageIndex;
  writeFileSync(file, serialize({ ...index, version: 0 }));
}

function truncate(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
}
