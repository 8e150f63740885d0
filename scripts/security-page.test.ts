import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| '));
const named = rows.flatMap((row) =>
  [...row.matchAll(/\| `([^`]+\.test\.ts)`(?:: ([^|]+?))?\s*\|$/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  })),
);

test('every test that the page on security names is there', () => {
  const missing = named.filter(
    ({ file, title }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
  );

  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(35);
});

test('the page on security has all chapters in their order', () => {
  const chapters = rows.flatMap((row) => /^\| V(\d+) /.exec(row)?.[1] ?? []).map(Number);

  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});
