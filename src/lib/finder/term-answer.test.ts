import { expect, test } from 'vitest';
import type { Term } from '#lib/content/terms.ts';
import { answerTermQuestion } from './term-answer.ts';

const term = (title: string, days: readonly [string, string, string, string]): Term => {
  const [registrationOpens, registrationCloses, starts, ends] = days;
  const season = title.split(' ')[0]?.toLowerCase() ?? '';
  return { id: title, title, season, registrationOpens, registrationCloses, starts, ends };
};
const terms = [
  term('Autumn 2026', ['2026-04-21', '2026-09-15', '2026-09-28', '2026-12-18']),
  term('Spring 2027', ['2026-09-16', '2027-01-05', '2027-01-11', '2027-04-02']),
  term('Summer 2027', ['2027-01-06', '2027-04-20', '2027-05-04', '2027-07-23']),
  term('Spring 2028', ['2027-09-16', '2028-01-05', '2028-01-10', '2028-03-31']),
];
const ask = (question: string, today = '2026-11-25') => answerTermQuestion(question, { terms, today })?.text;

test.each([
  ['when is the spring term', 'Teaching for Spring 2027: 11 January 2027 to 2 April 2027'],
  ['spring term 2028', 'Teaching for Spring 2028: 10 January 2028 to 31 March 2028'],
  ['When is the autumn term?', 'Teaching for Autumn 2026: 28 September 2026 to 18 December 2026'],
  ['Term dates', 'Teaching for Autumn 2026: 28 September 2026 to 18 December 2026'],
  ['When does the next term start?', 'Teaching for Spring 2027 starts: 11 January 2027'],
  ['when do classes begin', 'Teaching for Spring 2027 starts: 11 January 2027'],
  ['when does term end', 'Teaching for Autumn 2026 ends: 18 December 2026'],
  ['last day of the summer term', 'Teaching for Summer 2027 ends: 23 July 2027'],
  ['When does registration close?', 'Last day to register for Spring 2027: 5 January 2027'],
  ['registration deadline summer', 'Last day to register for Summer 2027: 20 April 2027'],
  ['When does registration for Summer 2027 open?', 'Registration for Summer 2027 opens: 6 January 2027'],
  ['when can I register for summer', 'Registration for Summer 2027 opens: 6 January 2027'],
  ['When does registration for spring open?', 'Last day to register for Spring 2027: 5 January 2027'],
  ['When does the next term end?', 'Teaching for Spring 2027 ends: 2 April 2027'],
  ['when can I enrol', 'Last day to register for Spring 2027: 5 January 2027'],
])('%j asks for a date of a term', (question, answer) => {
  expect(ask(question)).toBe(answer);
});

test.each([
  'spring',
  'spring courses',
  'courses starting in spring',
  'register',
  'register for spring 2027',
  'deadline',
  'when',
  'when does Soil Science start',
  'when does the spring term start on a Monday',
  'when is the winter term',
  'when does the spring term 2029 start',
  'when do courses',
  'spring term deadline',
  'What is the deadline for the spring term?',
  'when is the deadline for courses',
  'closing date for the spring term',
  'is registration open for spring',
  'When is the open day in spring?',
  'How do I end my registration?',
  'How do I start registration',
  'Can I register for my first course',
  'Which courses start next term?',
  'When did this term start?',
])('%j has no such answer', (question) => {
  expect(ask(question)).toBeUndefined();
});

test('dates that are over are not told', () => {
  expect(ask('when does registration close', '2028-01-05')).toBe(
    'Last day to register for Spring 2028: 5 January 2028',
  );
  expect(ask('when does registration close', '2028-01-06')).toBeUndefined();
  expect(ask('when is the spring term 2027', '2027-04-03')).toBeUndefined();
});
