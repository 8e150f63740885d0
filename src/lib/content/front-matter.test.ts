import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { locateFrontMatter, maxFrontMatter, splitFrontMatter } from './front-matter.ts';

test.each([
  ['LF', '---\na: 1\n---\nText\n', '---\na: 1\n---\n'],
  ['CRLF', '---\r\na: 1\r\n---\r\nText\r\n', '---\r\na: 1\r\n---\r\n'],
  ['a byte order mark', '\uFEFF---\na: 1\n---\nText', '\uFEFF---\na: 1\n---\n'],
  ['blank lines above', '\n \n---\na: 1\n---\nText', '\n \n---\na: 1\n---\n'],
  ['an indented opening line', '  ---\na: 1\n---\nText', '  ---\na: 1\n---\n'],
  ['blanks after the hyphens', '--- \na: 1\n---\t \nText', '--- \na: 1\n---\t \n'],
  ['no fields', '---\n---\nText', '---\n---\n'],
  ['nothing below', '---\na: 1\n---', '---\na: 1\n---'],
  ['an indented line of hyphens in a value', '---\na: |\n  ---\n---\nText', '---\na: |\n  ---\n---\n'],
  ['more than three hyphens', '---\na: 1\n----\n---\nText', '---\na: 1\n----\n---\n'],
  ['a rule in the text', '---\na: 1\n---\nText\n\n---\n', '---\na: 1\n---\n'],
  ['hyphens after a line separator', '---\na: 1 \u2028---\n---\nText', '---\na: 1 \u2028---\n---\n'],
])('finds the end of front matter with %s', (_, text, head) => {
  expect(splitFrontMatter(text)).toEqual({ head, body: text.slice(head.length) });
});

test.each([
  ['no front matter', 'Text\n---\n', undefined],
  ['no closing line', '---\na: 1\n', { start: 4, problem: 'open' }],
  ['an indented closing line', '---\na: 1\n ---\n', { start: 4, problem: 'open' }],
  [
    'a closing line too far below',
    `---\n${'a'.repeat(maxFrontMatter)}\n---\n`,
    { start: 4, problem: 'long' },
  ],
])('locateFrontMatter reports %s', (_, text, found) => {
  expect(locateFrontMatter(text)).toEqual(found);
  expect(splitFrontMatter(text)).toEqual({ head: '', body: text });
});

const line = fc.constantFrom(
  'a: 1',
  '---',
  ' ---',
  '----',
  '--- x',
  '\uFEFF---',
  '',
  ' ',
  '\t',
  '# c',
  'Text',
  '...',
);
const file = fc
  .record({ lines: fc.array(line, { maxLength: 8 }), eol: fc.constantFrom('\n', '\r\n'), bom: fc.boolean() })
  .map(({ lines, eol, bom }) => (bom ? '\uFEFF' : '') + lines.join(eol));

test('splitFrontMatter loses no text, and both parsers agree where the body starts', () => {
  fc.assert(
    fc.property(file, (text) => {
      const { head, body } = splitFrontMatter(text);
      const read = readFrontMatter(text);
      const isClosed = head !== '';
      expect(head + body).toBe(text);
      if (isClosed) {
        expect(read.body.trimStart()).toBe(body.replaceAll('\r\n', '\n').trimStart());
        expect(locateFrontMatter(head)).toEqual(locateFrontMatter(text));
      }
    }),
    { numRuns: runsOf(1_000) },
  );
});
