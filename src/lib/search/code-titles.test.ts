import { expect, test } from 'vitest';
import { useSmallSearch } from '#test/small-search.ts';

const { opened } = useSmallSearch();

test.each([
  ['When does SOIL 101 meet?', 'When does SOIL 101 meet? Soil Science'],
  ['Is s0il1o1 the same as SOIL101?', 'Is s0il1o1 the same as SOIL101? Soil Science'],
  ['When does NONE999 meet?', 'When does NONE999 meet?'],
  ['When does Soil Science meet?', 'When does Soil Science meet?'],
])('a question is followed by the titles of the codes that it has: %s', (question, expected) => {
  expect(opened().addTitles(question)).toBe(expected);
});
