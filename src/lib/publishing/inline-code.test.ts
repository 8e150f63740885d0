import { createHash } from 'node:crypto';
import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { listInlineCode, readInlineCode, toOnDemandCode } from './inline-code.ts';

const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;
const read = (html: string) => readInlineCode(parse(html));

test('inline code is hashed without duplicates; data blocks and external files are not hashed', () => {
  const { scripts, styles } = read(`<!doctype html><style>p{}\n</style>
    <script type="module">a("<b>")</script><p><script>b()</script><script>b()</script>
    <script type="application/ld+json">{"a":1}</script><script src="/x.js"></script>
    <script type="speculationrules">{}</script><style>p{}\n</style>`);

  expect(scripts).toEqual([hash('a("<b>")'), hash('b()'), hash('{}')]);
  expect(styles).toEqual([hash('p{}\n')]);
});

test('line ends are normalised before hashing, as in browsers', () => {
  expect(read('<script>a\r\nb</script>').scripts).toEqual([hash('a\nb')]);
});

test('pages with the same inline code share an entry', () => {
  const one = { scripts: ['sha256-a'], styles: [] };
  const other = { scripts: ['sha256-b'], styles: [] };

  expect(listInlineCode([one, other, { ...one }])).toEqual({ distinct: [one, other], indexes: [0, 1, 0] });
});

test('pages rendered on demand allow their own inline code and the code that all prerendered pages share', () => {
  const pages = [
    { scripts: ['sha256-a', 'sha256-b'], styles: ['sha256-s'] },
    { scripts: ['sha256-b', 'sha256-c'], styles: ['sha256-s'] },
  ];

  expect(toOnDemandCode({ scripts: [hash('mine()')], styles: [] }, pages)).toEqual({
    scripts: [hash('mine()'), 'sha256-b'],
    styles: ['sha256-s'],
  });
});
