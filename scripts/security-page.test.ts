import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const lines = readFileSync('docs/security.md', 'utf8').split('\n');
const tests = lines.flatMap((line) => {
  const [, file, title = ''] = /^ {2}- `([^`]+\.test\.ts)`(?:: (.+))?$/.exec(line) ?? [];
  return file === undefined ? [] : [{ file, title }];
});

test('docs/security.md quotes only existing tests', () => {
  const missing = tests.filter(
    ({ file, title }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
  );

  expect(missing).toEqual([]);
  expect(tests.length).toBeGreaterThan(35);
});

test('docs/security.md quotes a test for every defence', () => {
  const untested = lines.filter(
    (line, index) => line.startsWith('- **') && !/^ {2}- `/.test(lines[index + 1] ?? ''),
  );

  expect(untested).toEqual([]);
});

test('docs/security.md has all chapters in order', () => {
  const chapters = lines.flatMap((line) => /^## V(\d+) /.exec(line)?.[1] ?? []).map(Number);

  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});
