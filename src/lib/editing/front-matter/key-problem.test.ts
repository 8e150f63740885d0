import { expect, test } from 'vitest';
import { describeFile } from './describe-fields.ts';
import { keyProblem } from './key-problem.ts';

const subjects = describeFile('institute.yaml').find(({ name }) => name === 'subjects');

test('a key is checked before its field is added', () => {
  const problemOf = (key: string) => keyProblem(key, subjects?.key, ['soils', 'law']);

  expect(problemOf('Land-use_2')).toBeUndefined();
  expect(problemOf('constructor')).toBeUndefined();
  expect(problemOf('')).toBe('Enter a key.');
  expect(problemOf('soils')).toBe('There is already a “soils”.');
  for (const key of ['land use', 'Wälder', '__proto__', 'a:b'])
    expect(problemOf(key)).toBe(`“${key}” is not a key of letters, digits and hyphens, like land-law.`);
});
