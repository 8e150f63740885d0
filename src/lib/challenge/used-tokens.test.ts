import { expect, test } from 'vitest';
import { createUsedTokens } from './used-tokens.ts';

test('used tokens are evicted when they expire, and the oldest first at capacity', () => {
  let time = 0;
  const used = createUsedTokens({ keepMs: 1000, capacity: 3, now: () => time });
  let contents = 0;
  const claim = (token: string) => {
    contents += 1;
    return used.verifyOnce({ token, content: `${contents}` }, async () => undefined) !== undefined;
  };

  const first = ['a', 'b', 'a'].map((token) => claim(token));
  time = 999;
  const late = [claim('a'), claim('c'), claim('d'), claim('b'), claim('a')];
  time = 1999;
  const forgotten = [claim('d'), claim('d')];

  expect(first).toEqual([true, true, false]);
  expect(late).toEqual([false, true, true, false, true]);
  expect(forgotten).toEqual([true, false]);
});
