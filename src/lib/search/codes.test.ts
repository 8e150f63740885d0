import { expect, test } from 'vitest';
import { createCodeReader } from './codes.ts';

const reader = createCodeReader(['soil101', 'hyd101', 'hyd310', 'law210', 'map101', 'soil701']);

test.each([
  ['soil101', 'soil101'],
  ['soil 101', 'soil101'],
  ['101 soil', 'soil101'],
  ['soils 701', 'soil701'],
  ['hydro 310', 'hyd310'],
  ['lwa210', 'law210'],
  ['hyd1o1', 'hyd101'],
  ['s0il1o1', 'soil101'],
  ['s01l101', 'soil101'],
  ['1aw210', 'law210'],
  ['hyd 3l0', 'hyd310'],
  ['lw210', 'law210'],
  ['cost of hyd 101 in spring', 'cost of hyd101 in spring'],
])('%s is read as %s', (query, expected) => {
  expect(reader.joinCodes(query.split(' ')).join(' ')).toBe(expected);
});

test.each(['level 4', 'summer 2027', 'soil 102', 'room 101', '101', 'covid19'])(
  '%s is unchanged, since it contains no code of the site',
  (query) => {
    expect(reader.joinCodes(query.split(' ')).join(' ')).toBe(query);
  },
);
