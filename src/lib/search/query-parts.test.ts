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
  expect(parseQuery('farm land', { isKnown })).toMatchObject([
    { words: ['farm'], whole: 'farmland' },
    { words: ['land'], whole: 'farmland' },
  ]);
});

test('a word with a hyphen is its parts, or one word if only that exists', () => {
  const isKnown = (word: string) => ['state', 'art', 'stateoftheart'].includes(word);
  const isCommonWord = (word: string) => ['online', 'sit'].includes(word);

  expect(wordsOf('on-line', { isCommonWord })).toEqual(['online']);
  expect(wordsOf('state-of-the-art', { isKnown })).toEqual(['stateoftheart']);
  expect(parseQuery('baby-sit', { isCommonWord })).toMatchObject([
    { words: ['baby'], isComplete: true },
    { words: ['sit'], isComplete: true },
  ]);
  expect(parseQuery('baby-si', { isCommonWord }).at(-1)).toMatchObject({ words: ['si'], isComplete: false });
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
