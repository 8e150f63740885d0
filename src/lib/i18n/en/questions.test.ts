import { expect, test } from 'vitest';
import { canAnswer, isQuestion, kindOfQuestion } from './questions.ts';

test.each([
  'How much is it?',
  'how much is it',
  'And can I pay later?',
  'I lost my card, what now?',
  'whos the director',
])('%j is a question', (text) => expect(isQuestion(text)).toBe(true));

test.each(['evening courses', 'SOIL101', 'fees', 'who?', 'Canterbury tales', 'library opening hours'])(
  '%j is not a question',
  (text) => expect(isQuestion(text)).toBe(false),
);

test.each([
  ['How much is the diploma?', 'amount'],
  ['What does the certificate cost?', 'amount'],
  ['When does registration close?', 'time'],
  ['How many books can I borrow?', 'number'],
  ['What is the pass mark?', 'number'],
  ['Who teaches land law?', 'person'],
  ['So how do I get a support plan?', 'steps'],
  ['I have lost my card, what do I do?', 'steps'],
  ['What do I need to bring?', 'things'],
  ['What do I have to take before this course?', undefined],
  ['Is there parking?', 'whether'],
  ['Where can I stay?', 'place'],
  ['Why is peat wet?', undefined],
  ['What are the stages of a complaint?', undefined],
  ['Who can get a bursary?', undefined],
])('%j asks for: %s', (question, kind) => {
  expect(kindOfQuestion(question)).toBe(kind);
});

test.each([
  ['It costs £720.', 'amount', true],
  ['It costs little.', 'amount', false],
  ['It closes on 5 January.', 'time', true],
  ['You may have twelve books.', 'number', true],
  ['You may have books.', 'number', false],
  ['Write to the Registry.', 'steps', true],
  ['To withdraw from a course, write to the Registry.', 'steps', true],
  ['The Registry answers all emails.', 'steps', false],
  ['What 36 dipwells say.', 'number', false],
] as const)('%j can answer a question for %s: %s', (sentence, kind, expected) => {
  expect(canAnswer(sentence, kind)).toBe(expected);
});
