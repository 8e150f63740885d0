import { expect, test } from 'vitest';
import { labelOfOption } from './choice-label.ts';

test('a fixed value has the name that the institute gives it, or begins with a capital', () => {
  const names = { 'on-site': 'On site' };

  expect(['on-site', 'note', 'constructor'].map((value) => labelOfOption(value, names))).toEqual([
    'On site',
    'Note',
    'Constructor',
  ]);
});
