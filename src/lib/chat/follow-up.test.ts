import { expect, test } from 'vitest';
import { isStopWord, splitWords, stem } from '#lib/search/words.ts';
import { makeStandalone } from './follow-up.ts';
import type { ChatTurn } from './retrieval-types.ts';

const language = { split: splitWords, stem, isStopWord, suggest: () => [] };

const asked = (...texts: string[]): ChatTurn[] => texts.map((text) => ({ role: 'user', text }));

test.each([
  ['When does Introduction to Hydrology run?', 'And in spring?'],
  ['What is the Weir Bursary?', 'who can get it?'],
  ['Who teaches Soil Science?', 'What about River Restoration?'],
  ['May I borrow a theodolite?', 'For how long?'],
  ['Which maps does the library have?', 'Can I take them home?'],
])('puts what %j was about back into %j', (first, next) => {
  const { question, parts } = makeStandalone(asked(first, next), language);

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
])('takes %j as it stands, whatever was asked before', (question) => {
  const { parts } = makeStandalone(asked('When does registration close?', question), language);

  expect(parts).toEqual([{ text: question, share: 1 }]);
});

test('drops from the last question what the follow-up puts in its place', () => {
  const { parts } = makeStandalone(
    asked('Does it rain in autumn on site?', 'And in spring online?'),
    language,
  );

  expect(parts[1]?.text).toBe('does it rain in on');
});

test('takes up names and codes that the answer gave', () => {
  const turns: ChatTurn[] = [
    { role: 'user', text: 'Which course is about drawing with computers?' },
    { role: 'assistant', text: 'That is Maps and GIS, code MAPS201, taught online.' },
    { role: 'user', text: 'How much is it?' },
  ];

  const { question, parts } = makeStandalone(turns, language);

  expect(question).toBe('Which course is about drawing with computers? How much is it?');
  expect(parts.map(({ text }) => text)).toEqual(expect.arrayContaining(['MAPS201']));
});

test('lets old turns fade and keeps few of them', () => {
  const turns = asked('How do refunds work?', ...Array.from({ length: 12 }, () => 'And then?'));

  const { parts } = makeStandalone(turns, language);

  expect(parts.length).toBeLessThanOrEqual(7);
  expect(parts.map(({ share }) => share)).toEqual(parts.map(({ share }) => share).toSorted((a, b) => b - a));
});

test('has no question without a turn', () => {
  expect(makeStandalone([], language)).toEqual({ question: '', parts: [] });
});
