import { expect, test } from 'vitest';
import { parseSearchQuery } from './query.ts';

const parse = (parameters: string) => parseSearchQuery(new URL(`http://localhost/api/search?${parameters}`));

test('a query without optional parameters gets the defaults', () => {
  expect(parse('q=+soil%20science+')).toEqual({ query: 'soil science', types: [], limit: 10, offset: 0 });
});

test('reads types without duplicates, a limit and an offset', () => {
  const query = parse('q=soil&type=news&type=course&type=news&limit=50&offset=1000');

  expect(query).toEqual({ query: 'soil', types: ['course', 'news'], limit: 50, offset: 1000 });
});

test('replaces control characters with spaces', () => {
  expect(parse('q=%00soil%0Ascience%7F').query).toBe('soil science');
});

test('counts code points, not UTF-16 code units', () => {
  expect(parse(`q=${encodeURIComponent('🌱'.repeat(200))}`).query).toHaveLength(400);
});

test.each([
  '',
  'q=',
  'q=%20%00',
  `q=${'a'.repeat(201)}`,
  'q=a&q=b',
  'q=a&type=person',
  'q=a&type=',
  'q=a&limit=0',
  'q=a&limit=51',
  'q=a&limit=5&limit=6',
  'q=a&limit=ten',
  'q=a&limit=',
  'q=a&limit=1e1',
  'q=a&offset=-1',
  'q=a&offset=1001',
  'q=a&offset=1.5',
  'q=a&offset=0&offset=0',
])('%j returns INVALID_REQUEST with a resolution', (parameters) => {
  expect(() => parse(parameters)).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', resolution: expect.stringMatching(/\w{4}/) }),
  );
});
