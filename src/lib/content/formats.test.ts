import { expect, test } from 'vitest';
import { formatPeriod } from './formats.ts';

test('a period of one day names the day once', () => {
  const period = formatPeriod({ starts: '2027-02-06 10:00', ends: '2027-02-06 15:00' });

  expect(period).toMatch(/^\S+.*2027, 10:00 to 15:00$/);
});

test('a period of several days names the first and the last', () => {
  const period = formatPeriod({ starts: '2027-02-06 10:00', ends: '2027-02-07 15:00' });

  expect(period).toMatch(/^\S+.*2027, 10:00 to \S+.*2027, 15:00$/);
});
