import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import Negotiator from 'negotiator';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { runsOf } from '#test/property-runs.ts';
import { negotiate } from './accept.ts';

type Table = { cases: { accept: string | null; answer: string }[] };
const table = JSON.parse(
  readFileSync(new URL('../../../test/data/accept.json', import.meta.url), 'utf8'),
) as Table;

test.each(table.cases)('Accept $accept gets $answer', ({ accept, answer }) => {
  expect(negotiate(accept ?? undefined)).toBe(answer);
});

test.each([
  ['text/markdown;Q=0.4, text/html;q=0.5', 'html'],
  ['text/markdown;q=0.1234', 'none'],
  ['text/markdown;q=.5, text/html;q=0.1', 'html'],
  ['text/markdown;q=1.001', 'none'],
  ['text/html;note="a\\",text/markdown", text/markdown;q=0.5', 'html'],
  ['text/html;note="never closed, text/markdown', 'html'],
  ['text/html;q=0, text/*, text/markdown;q=0', 'none'],
  ['text/html;q=0.2, text/html;q=0.9, text/markdown;q=0.5', 'html'],
  [', ,', 'html'],
  ['*', 'none'],
])('Accept %s gets %s', (accept, answer) => {
  expect(negotiate(accept)).toBe(answer);
});

const quality = fc.constantFrom('', ';q=0', ';q=0.3', ';q=0.5', ';q=0.501', ';q=0.8', ';q=1', ';q=1.000');
const range = fc.constantFrom('text/html', 'text/markdown', 'text/*', '*/*', 'text/plain', 'image/*');
const simpleHeader = fc
  .uniqueArray(fc.tuple(range, quality), { minLength: 1, selector: ([name]) => name })
  .map((ranges) => ranges.map(([name, q]) => name + q).join(', '));

test('agrees with negotiator on headers outside the known gaps of that library', () => {
  const asNegotiator = (accept: string) => {
    const type = new Negotiator({ headers: { accept } }).mediaType(['text/html', 'text/markdown']);
    return type === undefined ? 'none' : type.slice('text/'.length);
  };

  fc.assert(
    fc.property(simpleHeader, (accept) => {
      expect(negotiate(accept)).toBe(asNegotiator(accept));
    }),
    { numRuns: runsOf(3000) },
  );
});

test('returns one of the three variants for any header', () => {
  const fragment = fc.constantFrom(
    'text/html',
    'text/markdown',
    ',',
    ';',
    'q=',
    '"',
    '\\',
    '=',
    '*/*',
    ' ',
    '0.5',
  );
  const odd = fc.oneof(
    anyString(),
    fc.array(fragment).map((parts) => parts.join('')),
  );

  fc.assert(
    fc.property(odd, (accept) => {
      expect(['html', 'markdown', 'none']).toContain(negotiate(accept));
    }),
    { numRuns: runsOf(3000) },
  );
});
