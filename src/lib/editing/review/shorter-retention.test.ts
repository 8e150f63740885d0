import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { institute } from '#lib/content/current-institute.ts';
import { findShorterRetention } from './shorter-retention.ts';

const facts = readFileSync('src/institute.yaml', 'utf8');
const desk = { retentionDays: () => institute().retentionDays };
const changed = (from: string, to: string) => {
  expect(facts).toContain(from);
  return [{ path: 'institute.yaml', text: facts.replace(from, to) }];
};

test('lists what the site would delete sooner', () => {
  expect(findShorterRetention(desk, changed('registrations: 400', 'registrations: 4'))).toEqual([
    { kind: 'registrations', before: 400, after: 4 },
  ]);
});

test('asks nothing about data that is kept longer, other facts and other files', () => {
  expect(findShorterRetention(desk, changed('registrations: 400', 'registrations: 500'))).toEqual([]);
  expect(findShorterRetention(desk, changed('tagline: Learn how', 'tagline: See how'))).toEqual([]);
  expect(findShorterRetention(desk, [{ path: 'settings/letters.yaml', text: '' }])).toEqual([]);
});

test('lists nothing for facts with errors, which are not published', () => {
  expect(findShorterRetention(desk, changed('registrations: 400', 'registrations: none'))).toEqual([]);
});
