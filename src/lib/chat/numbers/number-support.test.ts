import { expect, test } from 'vitest';
import { readNumbers } from './number-reader.ts';
import { createNumberSupport } from './number-support.ts';

const isSupported = (answer: string, ...passages: string[]) => {
  const support = createNumberSupport(passages.join('\n'));
  return readNumbers(answer).every((number) => support(number));
};

test.each([
  ['£1,200', 'It costs £1,200.'],
  ['£1200', 'It costs £1,200.'],
  ['1.200 €', 'It costs €1,200.'],
  ['1200 pounds', 'It costs £1,200.00.'],
  ['£720', 'Fee in pounds | 720'],
  ['£360 to £480', 'Between £360 and £480'],
  ['£360–480', 'Between £360 and £480'],
  ['7pm', 'Doors open at 19:00.'],
  ['19:00', 'Doors open at 7 p.m.'],
  ['6–8 pm', 'From 18:00 to 20:00'],
  ['7.30 pm', 'Starts at 19:30'],
  ['noon', 'Ends at 12:00'],
  ['12 March 2027', 'The term starts on 2027-03-12.'],
  ['2027-03-12', 'The term starts on Friday 12 March 2027.'],
  ['March 12, 2027', 'on 12th March 2027'],
  ['12/03/2027', 'on 12 March 2027'],
  ['12 March', 'on 12 March 2027'],
  ['12 to 14 March 2027', '12 March 2027 to 14 March 2027'],
  ['March 2027', 'on 12 March 2027'],
  ['2027', 'on 12 March 2027'],
  ['SOIL 101', 'Take SOIL101 first.'],
  ['soil101', 'Take SOIL101 first.'],
  ['01632 960410', 'Call +44 1632 960 410.'],
  ['half past six in the evening', 'Starts at 18:30'],
  ['01632 960 410', 'Call +44 (0)1632 960 410.'],
  ['35%', 'Weight | 35 %'],
  ['35 per cent', '35% of the mark'],
  ['14 days', 'within fourteen days'],
  ['fourteen days', 'within 14 days'],
  ['**£7**20', 'It costs £720.'],
  ['1. Choose a course [2]', 'Choose a course.'],
])('%s is supported by %j', (answer, passage) => {
  expect(isSupported(answer, passage)).toBe(true);
});

test.each([
  ['£1,300', 'It costs £1,200.'],
  ['£20', 'It is worth 20 credits.'],
  ['£12', 'It costs £1,200.'],
  ['20 %', 'It is worth 20 credits and costs £20.'],
  ['8pm', 'Doors open at 19:00.'],
  ['7am', 'Doors open at 19:00.'],
  ['13 March 2027', 'on 12 March 2027'],
  ['12 April 2027', 'on 12 March 2027'],
  ['12 March 2028', 'on 12 March 2027'],
  ['SOIL102', 'Take SOIL101 first.'],
  ['+44 1632 960 411', 'Call +44 1632 960 410.'],
  ['21 days', 'within fourteen days'],
  ['twenty-one days', 'within fourteen days'],
  ['１３００ pounds', 'It costs £1,200.'],
  ['£1\u200B300', 'It costs £1,200 for 300 people.'],
])('%s is not supported by %j', (answer, passage) => {
  expect(isSupported(answer, passage)).toBe(false);
});
