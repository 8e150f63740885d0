import { expect, test } from 'vitest';
import { clockOf, dayOf, isRealDay, isShownByClocks, momentOf, withOffset } from './local-time.ts';

test('a local time has a day and a time of day', () => {
  expect([dayOf('2027-02-06 10:00'), clockOf('2027-02-06 10:00')]).toEqual(['2027-02-06', '10:00']);
});

test.each([
  ['Europe/London', '2027-02-06 10:00', '2027-02-06T10:00:00+00:00'],
  ['Europe/London', '2027-06-17 09:30', '2027-06-17T09:30:00+01:00'],
  ['Asia/Kolkata', '2027-02-06 10:00', '2027-02-06T10:00:00+05:30'],
  ['Pacific/Kiritimati', '2027-02-06 00:30', '2027-02-06T00:30:00+14:00'],
  // Half an hour after the clocks go forward, and an hour and a half before they go back.
  ['America/New_York', '2027-03-14 03:30', '2027-03-14T03:30:00-04:00'],
  ['Europe/London', '2027-10-31 00:30', '2027-10-31T00:30:00+01:00'],
])('withOffset in %s writes %s as %s', (timeZone, time, expected) => {
  expect(withOffset(timeZone, time)).toBe(expected);
});

test.each([
  ['Europe/London', '2027-03-28 01:00', false],
  ['Europe/London', '2027-03-28 02:00', true],
  ['Europe/London', '2027-10-31 01:30', true],
  ['America/New_York', '2027-03-14 02:59', false],
  ['America/New_York', '2027-03-14 03:00', true],
  ['Australia/Lord_Howe', '2027-10-03 02:15', false],
  ['Australia/Lord_Howe', '2027-10-03 02:30', true],
  ['Pacific/Apia', '2011-12-30 10:00', false],
  ['UTC', '2027-03-28 01:30', true],
])('clocks in %s show %s: %s', (timeZone, time, isShown) => {
  expect(isShownByClocks(timeZone, time)).toBe(isShown);
});

test('a day is real if its month has it and its year is not half typed', () => {
  const given = [
    '1900-01-01',
    '2028-02-29',
    '2999-12-31',
    '2027-02-29',
    '0000-01-01',
    '0027-01-11',
    '0202-01-11',
  ];

  expect(given.filter(isRealDay)).toEqual(['1900-01-01', '2028-02-29', '2999-12-31']);
});

test('a half-typed year is no moment', () => {
  const given = ['0002-01-11', '0202-01-11 09:00', '9999-12-31T23:00-12:00'];

  expect(given.map((text) => momentOf(text, 'Europe/London'))).toEqual([undefined, undefined, undefined]);
});

test('a local time before time zones has an offset without seconds', () => {
  expect(withOffset('Europe/Paris', '1800-01-01 09:00')).toBe('1800-01-01T09:00:00+00:09');
  expect(isShownByClocks('Europe/Paris', '1800-01-01 09:00')).toBe(true);
});
