import { expect, test } from 'vitest';
import { createPastTermMatcher } from './past-term-matcher.ts';

const term = (title: string, starts: string, ends: string) => ({
  id: title,
  season: title.split(' ')[0] ?? '',
  title,
  starts,
  ends,
  registrationOpens: starts,
  registrationCloses: starts,
});

const isPast = createPastTermMatcher(
  [
    term('Autumn 2026', '2026-09-28', '2026-12-18'),
    term('Spring 2026', '2026-01-12', '2026-04-03'),
    term('Spring 2027', '2027-01-11', '2027-04-02'),
  ],
  '2026-11-21',
);

test.each([
  ['The lectures of Spring 2026 were full.', true],
  ['In spring 2019 the weir broke.', true],
  ['Spring 2026 was full; Spring 2027 has places.', false],
  ['Autumn 2026 is under way.', false],
  ['Spring 2031 is far away.', false],
  ['In spring the water is cold, and 2026 was dry.', false],
  ['Offspring 2026', false],
  ['', false],
])('%j names past terms only: %s', (text, expected) => {
  expect(isPast(text)).toBe(expected);
});

test('without terms no text matches', () => {
  expect(createPastTermMatcher([], '2026-11-21')('Spring 2019')).toBe(false);
});
