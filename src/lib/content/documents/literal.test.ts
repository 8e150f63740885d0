import { expect, test } from 'vitest';
import { readLiteral } from './literal.ts';

test.for([
  [`'SOIL201'`, 'SOIL201'],
  [`"The institute's fees"`, `The institute's fees`],
  ['`a "b"`', 'a "b"'],
  [`"a /* b */"`, 'a /* b */'],
  [` /* a */ 'b' /* c */ `, 'b'],
  [`''`, ''],
  ['4', 4],
  ['-1.5', -1.5],
  ['true', true],
  [`['A', "B's",]`, ['A', `B's`]],
  ['[]', []],
] as const)('reads %s', ([expression, expected]) => {
  expect(readLiteral(expression)).toEqual(expected);
});

test.for([
  '',
  '/* comment */',
  'name',
  '"a" + "b"',
  `'a' + b + 'c'`,
  '`${name}`',
  '"a\\n"',
  `['a\\'']`,
  '[1]',
  '{}',
  'pick()',
  '/* a */ x /* b */',
])('does not read %s', (expression) => {
  expect(readLiteral(expression)).toBeUndefined();
});
