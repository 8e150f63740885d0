import { expect, test } from 'vitest';
import { readSynonyms } from '#lib/i18n/synonyms.ts';
import { parseQuery } from './query-parts.ts';
import { otherSpellings } from './word-forms.ts';

const wordsOf = (query: string, options = {}) =>
  parseQuery(query, options).map(({ words }) => words.join(' '));

test('drops stop words unless the query has no other words', () => {
  expect(wordsOf('how do I apply')).toEqual(['apply']);
  expect(wordsOf('to be')).toEqual(['to', 'be']);
});

test('two halves of a word are joined if the site has the word and lacks a half', () => {
  const isKnown = (word: string) => ['chatbot', 'chat', 'farm', 'land', 'farmland'].includes(word);

  expect(wordsOf('chat bot', { isKnown })).toEqual(['chatbot']);
  expect(wordsOf('farm land', { isKnown })).toEqual(['farm', 'land']);
});

test('quoted words are exact, and several are a phrase', () => {
  expect(parseQuery('"water table" "flod" peat')).toMatchObject([
    { words: ['water', 'table'], needs: 'phrase', isExact: true },
    { words: ['flod'], needs: 'any', isExact: true },
    { words: ['peat'], needs: 'any', isExact: false },
  ]);
});

test('a phrase with synonyms is one part', () => {
  const synonyms = readSynonyms(['financial aid, scholarship > bursary']);

  expect(parseQuery('get financial aid', { synonyms })).toMatchObject([
    { words: ['financial', 'aid'], others: ['scholarship', 'bursary'] },
  ]);
});

test.each([
  ['colour', 'color'],
  ['organise', 'organize'],
  ['analysing', 'analyzing'],
  ['centre', 'center'],
  ['travelled', 'traveled'],
  ['enrolment', 'enrollment'],
  ['instalments', 'installments'],
  ['licence', 'license'],
  ['programme', 'program'],
  ['grey', 'gray'],
])('%s and %s are spellings of the same word', (british, american) => {
  expect(otherSpellings(british)).toContain(american);
  expect(otherSpellings(american)).toContain(british);
});
