import { expect, test } from 'vitest';
import { isStopWord, splitWords, stem } from '#lib/search/words.ts';
import { toStandaloneQuestion } from './follow-up.ts';
import type { ChatMessage } from './chat-types.ts';

const language = { split: splitWords, stem, isStopWord, suggest: () => [] };

const questions = (...texts: string[]): ChatMessage[] => texts.map((text) => ({ role: 'user', text }));

test.each([
  ['When does Introduction to Hydrology run?', 'And in spring?'],
  ['What is the Weir Bursary?', 'who can get it?'],
  ['Who teaches Soil Science?', 'What about River Restoration?'],
  ['May I borrow a theodolite?', 'For how long?'],
  ['Which maps does the library have?', 'Can I take them home?'],
])('combines %j with the follow-up %j', (first, next) => {
  const { question, parts } = toStandaloneQuestion(questions(first, next), language);

  expect(question).toBe(`${first} ${next}`);
  expect(parts.map(({ text }) => text)).toEqual([next, first]);
  expect(parts[0]?.share).toBe(1);
  expect(parts[1]?.share).toBeLessThan(1);
});

test.each([
  'What are the opening hours of the library?',
  'If I lose my card, how do I replace it?',
  'Is there a bursary for part-time students?',
  'Which course that covers peat has field work?',
])('%j is not changed by an earlier question', (question) => {
  const { parts } = toStandaloneQuestion(questions('When does registration close?', question), language);

  expect(parts).toEqual([{ text: question, share: 1 }]);
});

test('a follow-up replaces the earlier season and place', () => {
  const { parts } = toStandaloneQuestion(
    questions('Does it rain in autumn on site?', 'And in spring online?'),
    language,
  );

  expect(parts[1]?.text).toBe('does it rain in on');
});

test('a follow-up adds names and codes from the answer', () => {
  const turns: ChatMessage[] = [
    { role: 'user', text: 'Which course is about drawing with computers?' },
    { role: 'assistant', text: 'That is Maps and GIS, code MAPS201, taught online.' },
    { role: 'user', text: 'How much is it?' },
  ];

  const { question, parts } = toStandaloneQuestion(turns, language);

  expect(question).toBe('Which course is about drawing with computers? How much is it?');
  expect(parts.map(({ text }) => text)).toEqual(expect.arrayContaining(['MAPS201']));
});

test('older questions get less weight and are limited in number', () => {
  const turns = questions('How do refunds work?', ...Array.from({ length: 12 }, () => 'And then?'));

  const { parts } = toStandaloneQuestion(turns, language);

  expect(parts.length).toBeLessThanOrEqual(7);
  expect(parts.map(({ share }) => share)).toEqual(parts.map(({ share }) => share).toSorted((a, b) => b - a));
});

test('an empty conversation gives an empty question', () => {
  expect(toStandaloneQuestion([], language)).toEqual({ question: '', parts: [] });
});
