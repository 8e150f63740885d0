import { expect, test } from 'vitest';
import { z } from 'zod';
import { explainIssue } from '#lib/content/checking/explain-issue.ts';
import { explainAtPlace, placeLabel, problemAddress } from './problem-address.ts';

test('a problem opens at its field, or else at its line', () => {
  const file = 'courses/soil science.mdx';

  expect([
    problemAddress({ file, line: 12 }),
    problemAddress({ file, line: 4, field: ['offerings', 0, 'fee'] }),
    problemAddress({ file, line: 4, field: ['a b'] }),
  ]).toEqual([
    '/staff/content/edit?file=courses%2Fsoil+science.mdx#line-12',
    '/staff/content/edit?file=courses%2Fsoil+science.mdx#field-offerings-0-fee',
    '/staff/content/edit?file=courses%2Fsoil+science.mdx#field-a_b',
  ]);
});

test('two problems of the same kind have different names of their places', () => {
  const places = [
    placeLabel({ line: 12 }),
    placeLabel({ line: 4, field: [] }),
    placeLabel({ line: 4, field: ['summary'] }),
    placeLabel({ line: 9, field: ['people', 0] }),
    placeLabel({ line: 14, field: ['offerings', 1, 'cancelled', 'instead'] }),
  ];

  expect(places).toEqual([
    'Line 12',
    'Line 4',
    'Summary',
    'People 1',
    'Offerings 2, Cancelled, What students can do instead',
  ]);
});

test.each([undefined, ''])('an empty field is explained without the words of the file: %j', (summary) => {
  const [issue] = z.object({ summary: z.string().min(20) }).safeParse({ summary }).error?.issues ?? [];
  if (!issue) throw new Error('an empty summary is valid');
  const field = issue.path;
  const found = { line: 1, field, severity: 'fatal', ...explainIssue(issue, summary) } as const;

  expect(explainAtPlace(found)).toEqual({ message: 'this is needed', fix: 'fill it in' });
});
