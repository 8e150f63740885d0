import { expect, test } from 'vitest';
import { factLines } from './search.ts';

test('lists the facts of a course: fee, start, days, place and seats', () => {
  const facts = {
    seatsFree: 12,
    place: 'Online',
    days: 'Tuesdays 18:30',
    nextStart: '11 January 2027',
    fee: '£720',
  };

  expect(factLines(facts)).toEqual([
    '£720',
    'Starts 11 January 2027',
    'Tuesdays 18:30',
    'Online',
    '12 seats free',
  ]);
});

test('lists the facts of a programme, a person and an event', () => {
  expect(factLines({ fee: '£2,160', length: 'One year', award: 'Certificate' })).toEqual([
    'Certificate',
    'One year',
    '£2,160',
  ]);
  expect(factLines({ role: 'Registrar' })).toEqual(['Registrar']);
  expect(factLines({ kind: 'Past event', date: 'Saturday 6 February 2027', place: 'Weir House' })).toEqual([
    'Past event',
    'Saturday 6 February 2027',
    'Weir House',
  ]);
});

test('says that a course is full, and leaves out what is unknown or empty', () => {
  expect(factLines({ seatsFree: 0, place: '' })).toEqual(['Full: waiting list']);
  expect(factLines({})).toEqual([]);
});
