import { expect, test } from 'vitest';
import { catalogueData } from '#test/stand-ins/catalogue.ts';
import { findClash, findClashes } from './timetable.ts';

const term = catalogueData.terms[0]!;
type Meeting = { day: 'monday' | 'tuesday'; from: string; to: string };
const on = (...times: Meeting[]) => ({ times });
const early = { day: 'monday', from: '09:00', to: '11:00' } as const;
const overlapping = { day: 'monday', from: '10:00', to: '12:00' } as const;
const after = { day: 'monday', from: '11:00', to: '12:00' } as const;
const otherDay = { day: 'tuesday', from: '09:00', to: '11:00' } as const;

test('courses that meet at the same time on the same day clash', () => {
  const choices = (second: Meeting) => [
    { code: 'A', offerings: [on(early)] },
    { code: 'B', offerings: [on(second)] },
  ];

  expect(findClash(choices(overlapping), term)).toEqual(['A', 'B']);
  expect(findClash(choices(after), term)).toBeUndefined();
  expect(findClash(choices(otherDay), term)).toBeUndefined();
});

test('courses do not clash if one has another offering, has no times or meets in other weeks', () => {
  const first = { code: 'A', offerings: [on(early)] };

  expect(findClash([first, { code: 'B', offerings: [on(overlapping), on(otherDay)] }], term)).toBeUndefined();
  expect(findClash([first, { code: 'B', offerings: [on(overlapping), on()] }], term)).toBeUndefined();
  expect(
    findClash(
      [
        { code: 'A', offerings: [{ ...on(early), ends: '2027-02-01' }] },
        { code: 'B', offerings: [{ ...on(overlapping), starts: '2027-02-02' }] },
      ],
      term,
    ),
  ).toBeUndefined();
});

test('three courses can clash although no two of them do', () => {
  const either = [on(early), on(otherDay)];

  const clash = findClash(
    ['A', 'B', 'C'].map((code) => ({ code, offerings: either })),
    term,
  );

  expect(clash).toHaveLength(2);
});

test('findClashes returns all pairs that clash', () => {
  const choices = [
    { code: 'A', offerings: [on(early)] },
    { code: 'B', offerings: [on(overlapping)] },
    { code: 'C', offerings: [on(otherDay)] },
    { code: 'D', offerings: [on(overlapping)] },
  ];

  expect(findClashes(choices, term)).toEqual([
    ['A', 'B'],
    ['A', 'D'],
    ['B', 'D'],
  ]);
  expect(findClashes(choices.slice(2), term)).toEqual([]);
});
