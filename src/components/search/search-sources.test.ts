import { expect, test } from 'vitest';
import { toNamedSection, toPagefindQuery } from './search-sources.ts';

const people = {
  url: 'https://site.example/people',
  title: 'People',
  excerpt: 'Ranger.',
  sections: [
    { url: 'https://site.example/people#ana-ng', title: 'Ana Ng', excerpt: 'Tutor.' },
    { url: 'https://site.example/people#hamish-dunnett', title: 'Hamish Dunnett', excerpt: 'Ranger.' },
  ],
};

test('a search for a person links to the section with the name', () => {
  expect(toNamedSection(people, 'hamish')).toEqual({
    url: '/people#hamish-dunnett',
    title: 'Hamish Dunnett (People)',
    excerpt: 'Ranger.',
  });
});

test('a search for the page, or for words in no title, links to the page', () => {
  expect(toNamedSection(people, 'people').url).toBe('/people');
  expect(toNamedSection(people, 'ranger').url).toBe('/people');
  expect(toNamedSection(people, 'ha').url).toBe('/people');
});

test.each([
  ['long-term 3,5', 'long term 3.5'],
  ['Łukasz of Gießen', 'Łukasz of Gießen'],
  ['"long-term"', '"long-term"'],
])('the browser’s index is asked for %s as %s', (query, asked) => {
  expect(toPagefindQuery(query)).toBe(asked);
});
