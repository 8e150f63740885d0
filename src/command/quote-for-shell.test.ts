import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quoteForShell } from './quote-for-shell.ts';

test('a shell reads each path as one word, and plain paths have no quotes', () => {
  const paths = ['sites/Höfe', 'A & B', '$HOME #1', "it's", '(100 %)', 'a"b'];
  const words = paths.map(quoteForShell).join(' ');

  const read = execFileSync('sh', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' });

  expect(read.trimEnd().split('\n')).toEqual(paths);
  expect(quoteForShell('sites/Höfe')).toBe('sites/Höfe');
});
