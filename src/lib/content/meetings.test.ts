import { expect, test } from 'vitest';
import { sampleInstitute as site } from '#test/sample-institute.ts';
import { listTerms } from './term-rules.ts';
import { listMeetings, termsOfOffering } from './meetings.ts';

const term = { starts: '2027-01-11', ends: '2027-01-29' };
const tuesday = { day: 'tuesday', from: '18:30', to: '20:00' } as const;

test('weekly meetings take place on each of their days in the term, including its last day', () => {
  const friday = { day: 'friday', from: '10:00', to: '13:00' } as const;

  const meetings = listMeetings({ times: [friday, tuesday] }, term);

  expect(meetings.map(({ starts }) => starts)).toEqual([
    ...['2027-01-12 18:30', '2027-01-15 10:00', '2027-01-19 18:30'],
    ...['2027-01-22 10:00', '2027-01-26 18:30', '2027-01-29 10:00'],
  ]);
  expect(meetings[1]?.ends).toBe('2027-01-15 13:00');
});

test('an offering with its own dates meets between them', () => {
  const meetings = listMeetings({ times: [tuesday], starts: '2027-01-19', ends: '2027-01-25' }, term);

  expect(meetings.map(({ starts }) => starts)).toEqual(['2027-01-19 18:30']);
});

test('a meeting that moves within its week keeps its week and its slot', () => {
  const keysOf = (run: Parameters<typeof listMeetings>[0]) =>
    listMeetings(run, term).map(({ week, slot }) => `${week}.${slot}`);
  const friday = { day: 'friday', from: '10:00', to: '13:00' } as const;
  const monday = { day: 'monday', from: '08:15', to: '09:00' } as const;

  const keys = keysOf({ times: [friday, tuesday] });

  expect(keys).toEqual(['1.2', '1.1', '2.2', '2.1', '3.2', '3.1']);
  expect(keysOf({ times: [friday, monday] })).toEqual(keys);
  expect(keysOf({ times: [friday, tuesday], starts: '2027-01-18' })).toEqual(keys.slice(2));
  expect(keysOf({ times: [tuesday, tuesday], ends: '2027-01-12' })).toEqual(['1.1', '1.2']);
});

test('an offering in a season takes place in the current and the next term of that season', () => {
  const terms = listTerms(site.terms, '2027-02-01');

  expect(termsOfOffering('spring', terms, '2027-02-01').map(({ id }) => id)).toEqual([
    '2027-spring',
    '2028-spring',
  ]);
  expect(termsOfOffering('2028-spring', terms, '2027-02-01').map(({ id }) => id)).toEqual(['2028-spring']);
  expect(termsOfOffering('spring', terms, '2027-05-01').map(({ id }) => id)).toEqual(['2028-spring']);
});
