import { expect, test } from 'vitest';
import { timeZoneOf } from './institute-answers.ts';

test.each([
  ['GB', 'UTC', 'Europe/London'],
  ['GB', 'Europe/Paris', 'Europe/London'],
  ['NO', 'UTC', 'Europe/Oslo'],
  // Two zones that are always the same.
  ['DE', 'UTC', 'Europe/Berlin'],
  ['US', 'America/Chicago', 'America/Chicago'],
  // Several zones, of which nothing tells the right one.
  ['US', 'UTC', 'UTC'],
  ['ZZ', 'UTC', 'UTC'],
])(
  'an institute in %s that is made on a machine in %s has the time zone %s',
  (country, machine, expected) => {
    expect(timeZoneOf(country, machine)).toBe(expected);
  },
);
