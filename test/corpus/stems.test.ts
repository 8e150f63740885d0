import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareStems } from '#test/pagefind-stems.ts';
import { corpusDir } from './corpus-dir.ts';

test('every word of the handbook has the stem that the installed Pagefind gives it', async () => {
  const files = readdirSync(corpusDir(), { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.md'));

  const { stems, wrong } = await compareStems(
    pages.map((file) => readFileSync(join(corpusDir(), file), 'utf8')),
  );

  expect(stems).toBeGreaterThan(1_000);
  expect(wrong).toEqual([]);
}, 60_000);
