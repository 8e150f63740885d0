import { expect, test } from 'vitest';
import { describeMisuse } from './operator-usage.ts';

test('describeMisuse names an unknown option, with the closest one', () => {
  const command = { parameters: 1, others: [], options: ['--watch'] };

  expect(describeMisuse('start', { ...command, option: '--wach' })).toBe(
    'start has no option --wach: did you mean --watch?',
  );
  expect(describeMisuse('check', { ...command, options: undefined, option: '--all' })).toBe(
    'check has no option --all',
  );
});

test.each([
  ['star', undefined, 'there is no command "star": did you mean start?'],
  ['restor', undefined, 'there is no command "restor": did you mean restore?'],
  ['frobnicate', undefined, 'there is no command "frobnicate"'],
  ['start', 1, 'start needs the folder of the institute, and nothing else'],
  ['export', 2, 'export needs the folder of the institute and a folder for the files'],
])('describeMisuse of `%s` with %s parameters says: %s', (name, parameters, text) => {
  expect(describeMisuse(name, { parameters, others: ['start', 'export'] })).toBe(text);
});
