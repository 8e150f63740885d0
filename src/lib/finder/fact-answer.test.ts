import { expect, test } from 'vitest';
import { namesOfTitle } from '#lib/i18n/en/fact-questions.ts';
import {
  asksWho,
  chooseFact,
  findCancelled,
  findNamedEntries,
  takeTermWords,
  textOf,
} from './fact-answer.ts';

const entries = [
  { entry: 'soil', names: ['Soil Science', 'SOIL101', 'SOIL 101'] },
  { entry: 'garden', names: ['Soil Science for Gardens', 'SOIL110'] },
  { entry: 'ruth', names: ['Ruth Ellwood', 'Director'] },
];
const facts = [
  { name: 'Total price', value: '£720' },
  { name: 'Next start', value: '11 January 2027', more: [{ value: 'or 27 September 2027' }] },
  { name: 'Seats', value: '24' },
  { name: 'Length', value: '12 weeks' },
  { name: 'Days', value: 'Tuesdays 18:30 to 20:00' },
  { name: 'Place', value: 'Online' },
  { name: 'Entry requirements', value: 'No other course is needed first' },
  { name: 'Ways to study', value: 'Spring 2027: Online; Autumn 2027: Blended' },
  { name: 'Level', value: 'Level 4', more: [{ value: '20 credits, SOIL101' }] },
];

test.each([
  ['What is the fee for SOIL101?', '£720'],
  ['fee soil 101', '£720'],
  ['How much does Soil Science cost?', '£720'],
  ['When does Soil Science start?', '11 January 2027 or 27 September 2027'],
  ['When do the classes of Soil Science meet?', 'Tuesdays 18:30 to 20:00'],
  ['How long is Soil Science?', '12 weeks'],
  ['How many weeks does Soil Science take?', '12 weeks'],
  ['What time does Soil Science start?', 'Tuesdays 18:30 to 20:00'],
  ['Is Soil Science online?', 'Spring 2027: Online; Autumn 2027: Blended'],
  ['What do I have to take before Soil Science?', 'No other course is needed first'],
  ['Where is SOIL101?', 'Online'],
  ['Where do classes of Soil Science meet?', 'Online'],
  ['What are the entry requirements of SOIL101?', 'No other course is needed first'],
  ['How many credits has Soil Science?', 'Level 4, 20 credits, SOIL101'],
  ['Please, how much money is it, the course Soil Science?', '£720'],
  ['Soil Science, need I other study before this?', 'No other course is needed first'],
  ['seats soil science', '24'],
  ['In the course Soil Science how many persons can be maximum?', '24'],
])('%j asks for a fact of the entry', (question, value) => {
  const named = findNamedEntries(question, entries);
  const fact = chooseFact(named?.rest ?? '', facts);

  expect(named?.entries).toEqual(['soil']);
  expect(fact && textOf(fact)).toBe(value);
});

test('the longest name counts', () => {
  expect(findNamedEntries('fee of Soil Science for gardens', entries)).toMatchObject({
    entries: ['garden'],
    rest: 'fee of',
  });
  expect(findNamedEntries('fees', entries)).toBeUndefined();
});

test.each([
  ['How long is the diploma?', ['peat', 'water']],
  ['How long is the water quality diploma?', ['water']],
])('%j means the entries of that kind with its other words', (question, meant) => {
  const named = findNamedEntries(question, [
    { entry: 'peat', names: ['Diploma in Peat', 'diploma'] },
    { entry: 'water', names: ['Diploma in Water Quality', 'diploma'] },
  ]);

  expect(named?.entries).toEqual(meant);
  expect(chooseFact(named?.rest ?? '', facts, { ...(named && { isNamed: named.isNamed }) })).toBe(facts[3]);
});

const shortened = [
  { entry: 'trees', names: ['Agroforestry and Soils'], isShortened: true },
  { entry: 'erosion', names: ['Soil Erosion'], isShortened: true },
  { entry: 'tomasz', names: ['Tomasz Wieczorek'], isShortened: true },
  { entry: 'walk', names: ['Evening walk'] },
];

test.each([
  ['When does the agroforestry course meet?', ['trees']],
  ['tomas wieczoreks phone', ['tomasz']],
])('%j names an entry by a word of its own', (question, meant) => {
  const named = findNamedEntries(question, shortened);

  expect(named?.entries).toEqual(meant);
});

test('a word differs from a name in one letter', () => {
  const named = findNamedEntries('tomas wieczoreks phone', shortened);

  expect(named?.rest.split(' ').filter(named.isNamed)).toEqual(['tomas']);
});

test.each([
  ['Which course is about soils?', 'is in two names'],
  ['When is the course about trees?', 'is in no name'],
  ['Is there a course in the evening?', 'is in the name of an event, which needs its whole name'],
])('%j names no entry: its word %s', (question) => {
  expect(findNamedEntries(question, shortened)).toBeUndefined();
});

test('words that name a term are taken out of a question', () => {
  const titles = ['Spring 2027', 'Autumn 2027'];
  const term = takeTermWords('which day in spring', titles);

  expect(term?.rest).toBe('which day in');
  expect(titles.filter((title) => term?.isMeant(title))).toEqual(['Spring 2027']);
  expect(takeTermWords('which day', titles)).toBeUndefined();
});

test('a run is cancelled if the course has no other in the term', () => {
  const cancelled = [{ termTitle: 'Spring 2027', instead: 'Come in autumn.' }];
  const isSpring = (title: string) => title === 'Spring 2027';

  expect(findCancelled({ runs: [{ termTitle: 'Autumn 2027' }], cancelled }, isSpring)).toBe(cancelled[0]);
  expect(findCancelled({ runs: [{ termTitle: 'Spring 2027' }], cancelled }, isSpring)).toBeUndefined();
  expect(findCancelled({ runs: [], cancelled }, () => false)).toBeUndefined();
});

test.each([
  ['Open day in February', ['Open day in February', 'Open day']],
  ['Field day: the plant count', ['Field day: the plant count', 'plant count', 'Field day']],
  ['Permits for Work in Water', ['Permits for Work in Water']],
])('people call %j by the names %j', (title, names) => expect(namesOfTitle(title)).toEqual(names));

test.each([
  'can i pay the fee later',
  'is the fee refunded',
  'how much is the application fee',
  'at what time does the january class begin',
  'where do the assessors meet',
  'why',
  '',
  'which books',
])('the words %j ask for no fact', (rest) => expect(chooseFact(rest, facts)).toBeUndefined());

test('asks who a person is or who has a role', () => {
  expect(findNamedEntries('Who is the director?', entries)).toMatchObject({
    entries: ['ruth'],
    rest: 'who is the',
  });
  expect(asksWho('who is the')).toBe(true);
  expect(asksWho('who is paid by the')).toBe(false);
});
