import { expect, test } from 'vitest';
import { createSeatCounts, seatsMaxAge } from './free-seats.ts';

const offered = [
  { term: '2027-spring', code: 'SOIL101', seats: 10 },
  { term: '2027-spring', code: 'SOIL101', seats: 5 },
  { term: '2027-spring', code: 'LAW101', seats: 2 },
];
const enrolment = (course: string, requested: number, waiting = 0) => ({
  course,
  requested,
  waiting,
  unconfirmed: 0,
});

test('free seats are the seats of all offerings minus all requests', async () => {
  const enrolments = async () => [enrolment('SOIL101', 12), enrolment('LAW101', 5, 3)];

  const seats = await createSeatCounts({ enrolments }).read(offered);

  expect(seats?.get('2027-spring')).toEqual(
    new Map([
      ['SOIL101', { free: 3, waiting: 0 }],
      ['LAW101', { free: 0, waiting: 3 }],
    ]),
  );
});

test('the store is queried once per term in half a minute', async () => {
  let now = 1_000_000;
  const asked: string[] = [];
  const counts = createSeatCounts({
    now: () => now,
    enrolments: async (term) => {
      asked.push(term);
      return [];
    },
  });

  await Promise.all([counts.read(offered), counts.read(offered)]);
  now += seatsMaxAge - 1;
  await counts.read(offered);
  expect(asked).toEqual(['2027-spring']);
  now += 1;
  await counts.read(offered);

  expect(asked).toEqual(['2027-spring', '2027-spring']);
});

test('read returns undefined while the store is unavailable', async () => {
  const counts = createSeatCounts({ enrolments: async () => Promise.reject(new Error('no store')) });

  expect(await counts.read(offered)).toBeUndefined();
});
