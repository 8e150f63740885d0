import { expect, test } from 'vitest';
import { cacheByHeader } from './cache-by-header.ts';

test('calls `choose` once for a repeated header', () => {
  const asked: (string | undefined)[] = [];
  const remembered = cacheByHeader((header) => asked.push(header));

  const answers = ['a', undefined, 'a', undefined].map(remembered);

  expect(answers).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(['a', undefined]);
});

test('does not cache long headers, and clears the cache when it is full', () => {
  let calls = 0;
  const remembered = cacheByHeader(() => (calls += 1));
  const long = 'x'.repeat(5000);

  remembered(long);
  remembered(long);
  remembered('first');
  for (let index = 0; index < 1000; index += 1) remembered(`header ${index}`);
  const again = remembered('first');

  expect(calls).toBe(1004);
  expect(again).toBe(1004);
});
