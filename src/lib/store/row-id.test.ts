import { expect, test } from 'vitest';
import { createRowId } from './row-id.ts';

test('createRowId returns unique UUIDs of version 7 that sort by time', () => {
  const earlier = createRowId(1_800_000_000_000);
  const later = createRowId(1_800_000_000_001);

  expect(earlier).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(earlier < later).toBe(true);
  expect(new Set(Array.from({ length: 1000 }, () => createRowId(1))).size).toBe(1000);
});

test('ids created in the same millisecond are in order', () => {
  const ids = Array.from({ length: 500 }, () => createRowId(1_800_000_000_000));

  expect(ids.toSorted()).toEqual(ids);
});
