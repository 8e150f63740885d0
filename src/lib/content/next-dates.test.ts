import { expect, test } from 'vitest';
import { nextDates, nextTermDates } from './next-dates.ts';

const spring = {
  id: '2027-spring',
  season: 'spring',
  title: 'Spring 2027',
  starts: '2027-01-11',
  ends: '2027-04-02',
  registrationOpens: '2026-09-16',
  registrationCloses: '2027-01-05',
};
const summer = {
  ...spring,
  title: 'Summer 2027',
  starts: '2027-05-03',
  ends: '2027-07-23',
  registrationOpens: '2027-01-06',
  registrationCloses: '2027-04-20',
};

test('lists dates in order, from today on', () => {
  const days = nextTermDates([summer, spring], '2027-01-05').map(({ day }) => day);

  expect(days).toEqual([
    '2027-01-05',
    '2027-01-06',
    '2027-01-11',
    '2027-04-02',
    '2027-04-20',
    '2027-05-03',
    '2027-07-23',
  ]);
});

test('sorts events among the dates of terms', () => {
  const events = [{ path: '/events/open-day', data: { title: 'Open day', starts: '2027-02-06 10:00' } }];

  const dates = nextDates([spring], '2027-01-05', events);

  expect(dates.map(({ what }) => what)).toEqual([
    'Last day to register for Spring 2027',
    'Teaching for Spring 2027 starts',
    'Open day',
    'Teaching for Spring 2027 ends',
  ]);
  expect(dates[2]).toEqual({ day: '2027-02-06', what: 'Open day', path: '/events/open-day' });
});
