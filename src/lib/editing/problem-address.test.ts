import { expect, test } from 'vitest';
import { problemAddress } from './problem-address.ts';

test('a problem opens at its field, or else at its line', () => {
  const file = 'courses/soil science.mdx';

  expect([
    problemAddress({ file, line: 12 }),
    problemAddress({ file, line: 4, field: ['offerings', 0, 'fee'] }),
    problemAddress({ file, line: 4, field: ['a b'] }),
  ]).toEqual([
    '/staff/content/edit?file=courses%2Fsoil+science.mdx#line-12',
    '/staff/content/edit?file=courses%2Fsoil+science.mdx#field-offerings-0-fee',
    '/staff/content/edit?file=courses%2Fsoil+science.mdx#field-a%20b',
  ]);
});
