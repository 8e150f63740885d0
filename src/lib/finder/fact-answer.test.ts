import { expect, test } from 'vitest';
import { namesOfTitle } from '#lib/i18n/en/fact-questions.ts';
import { asksWho, chooseFact, findNamedEntries, textOf } from './fact-answer.ts';

const entries = [
  { entry: 'soil', names: ['Soil Science', 'SOIL101', 'SOIL 101'] },
  { entry: 'garden', names: ['Soil Science for Gardens', 'SOIL110'] },
  { entry: 'ruth', names: ['Ruth Ellwood', 'Director'] },
];
const facts = [
  { name: 'Total price', value: '£720' },
  { name: 'Start', value: '11 January 2027', more: [{ value: 'or 27 September 2027' }] },
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
  ['What are the entry requirements of SOIL101?', 'No other course is needed first'],
  ['How many credits has Soil Science?', 'Level 4, 20 credits, SOIL101'],
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
  expect(chooseFact(named?.rest ?? '', facts, { ...(named && { isNamed: named.isNamed }) })).toBe(facts[2]);
});

test.each([
  ['Open day in February', ['Open day in February', 'Open day']],
  ['Field day: the plant count', ['Field day: the plant count', 'plant count']],
  ['Permits for Work in Water', ['Permits for Work in Water']],
])('people call %j by the names %j', (title, names) => expect(namesOfTitle(title)).toEqual(names));

test.each(['can i pay the fee later', 'is the fee refunded', 'why', '', 'which books'])(
  'the words %j ask for no fact',
  (rest) => expect(chooseFact(rest, facts)).toBeUndefined(),
);

test('asks who a person is or who has a role', () => {
  expect(findNamedEntries('Who is the director?', entries)).toMatchObject({
    entries: ['ruth'],
    rest: 'who is the',
  });
  expect(asksWho('who is the')).toBe(true);
  expect(asksWho('who is paid by the')).toBe(false);
});
