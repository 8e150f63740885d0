import { expect, test } from 'vitest';
import { isBeingPublished } from './change-view.ts';

test.each([
  [{ state: 'scheduled', publish_at: null, failure: null }, true],
  [{ state: 'scheduled', publish_at: 1000, failure: null }, true],
  [{ state: 'scheduled', publish_at: 1001, failure: null }, false],
  [{ state: 'scheduled', publish_at: 1000, failure: 'no connection' }, false],
  [{ state: 'review', publish_at: 1000, failure: null }, false],
] as const)('%o is being published: %s', (set, expected) => {
  expect(isBeingPublished(set, 1000)).toBe(expected);
});
