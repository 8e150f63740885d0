import { expect, test } from 'vitest';
import { readPageType } from './prepare-page.ts';

test('readPageType returns the type in the metadata, or else the type of the address', () => {
  expect(readPageType('news', '/somewhere')).toBe('news');
  expect(readPageType(null, '/courses/soil')).toBe('course');
});

test('readPageType throws an error with the page’s path for an unknown type', () => {
  expect(() => readPageType('lecture', '/lectures/soil')).toThrow(
    /^the page \/lectures\/soil has the unknown type "lecture": use .*course/,
  );
});
