import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findShorterRetention } from './shorter-retention.ts';

const facts = readFileSync('src/institute.yaml', 'utf8');
const desk = { readPublished: async () => facts };
const changed = (from: string, to: string) => {
  expect(facts).toContain(from);
  return [{ path: 'institute.yaml', text: facts.replace(from, to) }];
};

test('lists what the site would delete sooner', async () => {
  expect(await findShorterRetention(desk, changed('registrations: 400', 'registrations: 4'))).toEqual([
    { kind: 'registrations', before: 400, after: 4 },
  ]);
});

test('asks nothing about data that is kept longer, other facts and other files', async () => {
  expect(await findShorterRetention(desk, changed('registrations: 400', 'registrations: 500'))).toEqual([]);
  expect(await findShorterRetention(desk, changed('tagline: Learn how', 'tagline: See how'))).toEqual([]);
  expect(await findShorterRetention(desk, [{ path: 'settings/letters.yaml', text: '' }])).toEqual([]);
});

test('lists nothing for facts with errors, which are not published', async () => {
  expect(await findShorterRetention(desk, changed('registrations: 400', 'registrations: none'))).toEqual([]);
});
