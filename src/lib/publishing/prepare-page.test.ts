import { expect, test } from 'vitest';
import { readPageType } from './prepare-page.ts';

test('a page has the type in its metadata, or else that of its address', () => {
  expect(readPageType('news', '/somewhere')).toBe('news');
  expect(readPageType(null, '/courses/soil')).toBe('course');
});

test('readPageType throws for an unknown type and names the page', () => {
  expect(() => readPageType('lecture', '/lectures/soil')).toThrow(
    /^the page \/lectures\/soil has the unknown type "lecture": use .*course/,
  );
});
