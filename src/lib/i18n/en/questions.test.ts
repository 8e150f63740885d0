import { expect, test } from 'vitest';
import {
  canAnswer,
  correctQuestionWords,
  definitionOf,
  isQuestion,
  kindOfQuestion,
  subjectOf,
} from './questions.ts';

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
  ['How long are loans?', 'duration'],
  ['Who teaches land law?', 'person'],
  ['So how do I get a support plan?', 'steps'],
  ['I have lost my card, what do I do?', 'steps'],
  ['What do I need to bring?', 'things'],
  ['What do I have to take before this course?', undefined],
  ['Is there parking?', 'whether'],
  ['Where can I stay?', 'place'],
  ['Why is peat wet?', 'reason'],
  ['I work by day. When is it?', 'time'],
  ['What are the stages of a complaint?', undefined],
  ['Who can get a bursary?', undefined],
])('%j asks for: %s', (question, kind) => {
  expect(kindOfQuestion(question)).toBe(kind);
});

test.each([
  ['It costs £720.', 'amount', true],
  ['It costs little.', 'amount', false],
  ['It closes on 5 January.', 'time', true],
  ['It is open until May 2027.', 'time', true],
  ['You may come.', 'time', false],
  ['You may have twelve books.', 'number', true],
  ['You may have books.', 'number', false],
  ['Once a year we publish how many there were.', 'number', false],
  ['Books are lent for a fortnight.', 'duration', true],
  ['Loans renew themselves up to five times.', 'duration', false],
  ['Write to the Registry.', 'steps', true],
  ['To withdraw from a course, write to the Registry.', 'steps', true],
  ['The Registry answers all emails.', 'steps', false],
  ['What 36 dipwells say.', 'number', false],
] as const)('%j can answer a question for %s: %s', (sentence, kind, expected) => {
  expect(canAnswer(sentence, kind)).toBe(expected);
});

test.each([
  ['What is a catena?', 'catena'],
  ['whats gis', 'gis'],
  ['What does plagiarism mean?', 'plagiarism'],
  ['What is the fee?', undefined],
  ['What is a good way to learn it fast?', undefined],
])('%j asks what this is: %s', (question, subject) => expect(subjectOf(question)).toBe(subject));

test.each([
  ['A catena is a line of soils.', true],
  ['You follow the catena, which is a line of soils.', true],
  ['The pits run in a line called a catena.', true],
  ['A line of soils (catena) has wet ends.', true],
  ['Catena: soils in a line.', true],
  ['The catena has six pits.', false],
  ['A catenary is a curve.', false],
])('%j says what a catena is: %s', (sentence, expected) => {
  expect(definitionOf('catena').test(sentence)).toBe(expected);
});

test('the usual mistakes in the words of a question are corrected', () => {
  expect(correctQuestionWords('Wen dose the cours meet, and wat is ur fone?')).toBe(
    'when does the course meet, and what is your phone?',
  );
});
