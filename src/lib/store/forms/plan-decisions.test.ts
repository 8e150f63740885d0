import { expect, test } from 'vitest';
import {
  planDecisions,
  wantedForAll,
  type DecidableRegistration,
  type Decision,
  type RequestedPlace,
} from './plan-decisions.ts';

const place = (given: Partial<RequestedPlace> = {}): RequestedPlace => ({
  course: 'BOOK101',
  active: true,
  waiting: false,
  decision: null,
  ...given,
});

const registration = (reference: string, ...places: RequestedPlace[]): DecidableRegistration => ({
  reference,
  term: '2027-spring',
  places,
});

function plan(registrations: readonly DecidableRegistration[], decision: Decision, seats = 0) {
  return planDecisions(registrations, {
    wanted: (each) => wantedForAll(decision, each),
    seats: () => ({ total: seats, taken: 0, given: 0 }),
  }).map(({ reference, decision: made, warning }) => `${reference} ${made}${warning ? ` (${warning})` : ''}`);
}

test('a registration that holds a seat gets its place even if no seat is free', () => {
  const [planned] = planDecisions([registration('R-1', place())], {
    wanted: () => 'place',
    seats: () => ({ total: 3, taken: 3, given: 2 }),
  });

  expect(planned).toMatchObject({ decision: 'place', warning: undefined });
});

test('places beyond the seats are marked, if seats were taken away after the requests', () => {
  const asked = ['R-1', 'R-2', 'R-3', 'R-4'].map((name) => registration(name, place()));

  const planned = planDecisions(asked, {
    wanted: ({ decision }) => (decision === null ? 'place' : undefined),
    seats: () => ({ total: 3, taken: 5, given: 1 }),
  });

  expect(planned.map(({ reference, decision, warning }) => [reference, decision, warning])).toEqual([
    ['R-1', 'place', undefined],
    ['R-2', 'place', undefined],
    ['R-3', 'place', 'over'],
    ['R-4', 'place', 'over'],
  ]);
});

test('seats go to the first on the waiting list, and the others stay on it', () => {
  const waiting = ['R-1', 'R-2', 'R-3'].map((name) => registration(name, place({ waiting: true })));

  expect(plan(waiting, 'place', 2)).toEqual(['R-1 place', 'R-2 place', 'R-3 waiting (full)']);
});

test('a seat that is freed by a refusal can be given to the next registration', () => {
  const both = [
    registration('R-1', place()),
    registration('R-2', place({ waiting: true, decision: 'waiting' })),
  ];

  const planned = planDecisions(both, {
    wanted: ({ decision }) => (decision === null ? 'refused' : 'place'),
    seats: () => ({ total: 2, taken: 2, given: 0 }),
  });

  expect(planned.map(({ decision }) => decision)).toEqual(['refused', 'place']);
});

test('one decision for many leaves out courses that were decided before', () => {
  const decided = registration(
    'R-1',
    place({ decision: 'place' }),
    place({ course: 'BOOK102', decision: 'refused', active: false }),
    place({ course: 'BOOK103', decision: 'waiting', waiting: true }),
  );

  expect(plan([decided], 'waiting')).toEqual([]);
  expect(plan([decided], 'place', 5)).toEqual(['R-1 place']);
  expect(plan([decided], 'refused')).toEqual(['R-1 refused']);
});
