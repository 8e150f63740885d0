import { expect, test } from 'vitest';
import { isNoneMatchHit } from './entity-tag.ts';

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['*', true],
  [' * ', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['"x,y", "a"', true],
  ['"b"', false],
  ['"a-br"', false],
  ['a', false],
  ['', false],
  ['"', false],
  ['"b", *', false],
])('If-None-Match %s against "a" is %s', (header, isHit) => {
  expect(isNoneMatchHit(header, '"a"')).toBe(isHit);
});
