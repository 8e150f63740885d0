import { expect, test } from 'vitest';
import type { ListedRegistration } from '#lib/store/forms/registration-list.ts';
import { toRegistrationRow } from './registration-rows.ts';

const day = 24 * 60 * 60 * 1000;
const row = {
  id: '1',
  reference: 'R-1',
  given_name: 'Ana',
  family_name: 'Ng',
  student_number: 'LK1',
  status: 'requested',
  handling: 'new',
  received_at: day,
  confirmed_at: day,
  note: null,
  answers: '{}',
  term: '2027-spring',
} as ListedRegistration;
const open = { course: 'SOIL201', decision: null, waiting: false };
const options = {
  courses: [open],
  isInConflict: false,
  hasMailTrouble: false,
  hasNotes: false,
  termTitle: (id: string) => id,
  courseTitle: () => 'Soil Carbon',
  now: day * 1.5,
};
const flagsOf = (given: Partial<ListedRegistration>, more: Partial<typeof options> = {}) =>
  toRegistrationRow({ ...row, ...given }, { ...options, ...more }).flags.map(({ label }) => label);

test('a row of the list has flags only for what is unusual', () => {
  expect(flagsOf({})).toEqual([]);
  expect(flagsOf({ note: 'Hello', confirmed_at: null })).toEqual(['Not confirmed', 'Note']);
  expect(flagsOf({ answers: '{"groups":["SOIL201-2"]}' })).toEqual(['Groups']);
  expect(flagsOf({}, { isInConflict: true, hasMailTrouble: true })).toEqual(['Conflict', 'Email failed']);
  expect(flagsOf({ note: 'Hello' }, { hasNotes: true })).toEqual(['Note', 'Staff note']);
});

test('a row says how many days a registration waits for a decision, from the second day on', () => {
  const now = day * 4;

  expect(flagsOf({}, { now: day * 3 - 1 })).toEqual([]);
  expect(flagsOf({}, { now })).toEqual(['Waits 3 days']);
  expect(flagsOf({ handling: 'done' }, { now })).toEqual([]);
  expect(flagsOf({ status: 'withdrawn', handling: 'withdrawn' }, { now })).toEqual([]);
  expect(flagsOf({ confirmed_at: null }, { now })).toEqual(['Not confirmed']);
});

test('a row has the title and state of each course, and tells a decided waiting list from a full course', () => {
  const courses = [
    open,
    { course: 'SOIL110', decision: null, waiting: true },
    { course: 'SOIL120', decision: 'waiting' as const, waiting: true },
  ];
  const statesOf = (given: Partial<ListedRegistration>) =>
    toRegistrationRow({ ...row, ...given }, { ...options, courses }).courses.map(({ state }) => state);

  expect(toRegistrationRow(row, options).courses).toEqual([
    { code: 'SOIL201', title: 'Soil Carbon', state: '' },
  ]);
  expect(statesOf({})).toEqual(['', 'No seat yet', 'Waiting list']);
  expect(statesOf({ status: 'withdrawn', handling: 'withdrawn' })).toEqual(['', '', '']);
});

test('only a new registration without anything unusual is plain', () => {
  const isPlain = (given: Partial<ListedRegistration>) =>
    toRegistrationRow({ ...row, ...given }, options).isPlain;

  expect([{}, { handling: 'done' as const }, { note: 'Hello' }].map(isPlain)).toEqual([true, false, false]);
});
