import { expect, test } from 'vitest';
import { addFontPreloads } from './font-preloads.ts';

const ranges = {
  latin: 'U+180-24F,U+1E00-1EFF',
  european: 'U+BF-17F,U+20AC',
  signs: 'U+23,U+40,U+2022',
  common: 'U+20-22,U+41-5A,U+61-7A,U+E9,U+FC',
};

/** The rules of one typeface, as the theme writes them: `--font-text`, `--font-text-european` and `--font-text-latin`. */
function typeface(use: string, style = 'normal'): string {
  const rule = (family: string, part: string, range?: string) =>
    `@font-face{font-family:${family};src:url("/${use}-${part}.woff2") format("woff2");${range ? `unicode-range:${range};` : ''}font-weight:400;font-style:${style};}`;
  const own = Object.entries(ranges).map(([part, range]) => rule(`"${use} 1"`, part, range));
  return [
    ...[...own, `:root{--font-${use}:"${use} 1",serif;}`],
    ...[rule(`"${use} 2"`, 'european'), rule(`"${use} 2"`, 'signs', ranges.signs)],
    `:root{--font-${use}-european:"${use} 2",serif;}`,
    ...[rule(`"${use} 3"`, 'latin'), `:root{--font-${use}-latin:"${use} 3",serif;}`],
  ].join('');
}

const styles = `<style>${typeface('heading')}${typeface('text')}${typeface('text-italic', 'italic')}</style>`;
const links = ['heading', 'text']
  .map((use) => `<link rel="preload" href="/${use}-common.woff2" as="font" type="font/woff2" crossorigin>`)
  .join('');
const everyPage = ['heading-common', 'text-common'];

function preload(body: string): { html: string; files: string[]; letters: string | undefined } {
  const html = addFontPreloads(`<html lang="en"><head>${styles}${links}</head><body>${body}</body></html>`);
  return {
    html,
    files: Array.from(html.matchAll(/rel="preload" href="\/([^"]+)\.woff2"/g), ([, file = '']) => file),
    letters: /^<html[^>]* data-letters="(\w+)"/.exec(html)?.[1],
  };
}

test('a page with common letters gets no further preloads', () => {
  const { files, letters } = preload('<h1>Für alle</h1><p>Café</p>');

  expect(files).toEqual(everyPage);
  expect(letters).toBeUndefined();
});

test('preloads italics and symbols before the files of every page', () => {
  expect(preload('<p>An <em class="a">idea</em></p>').files).toEqual(['text-italic-common', ...everyPage]);
  expect(preload('<p>• one</p>').files).toEqual(['text-signs', ...everyPage]);
});

test('a page with a letter such as Ł uses families with all its letters in one file, and preloads no common file', () => {
  const { files, letters } = preload('<p>Łukasz</p>');

  expect(letters).toBe('european');
  expect(files).toEqual(['heading-european', 'text-european']);
});

test('a single letter that the European files lack selects the largest files', () => {
  const { files, letters } = preload('<p>Łukasz • Nguyễn</p>');

  expect(letters).toBe('latin');
  expect(files).toEqual(['heading-latin', 'text-latin']);
});

test('italics and symbols of a page with a letter such as Ł come from the larger families', () => {
  expect(preload('<p>Ł <i>idea</i></p>').files).toEqual([
    'text-italic-european',
    'heading-european',
    'text-european',
  ]);
  expect(preload('<p>Ł • 20 €</p>').files).toEqual(['text-signs', 'heading-european', 'text-european']);
});

test('the style sheet is not changed, because the Content-Security-Policy contains its hash', () => {
  expect(preload('<p>Łukasz <i>Dvořák</i></p>').html).toContain(styles);
});

test('symbols are preloaded in the typeface of headings only if a heading contains them', () => {
  expect(preload('<h1>Mail</h1><p>a@example.org</p>').files).toEqual(['text-signs', ...everyPage]);
  expect(preload('<h1>a@example.org</h1>').files).toEqual(['heading-signs', 'text-signs', ...everyPage]);
});

test('letters in scripts, code, drawings and attributes are ignored', () => {
  const { files } = preload('<p title="Ł">a</p><script>"Ł"</script><pre>Ł</pre><svg><text>Ł</text></svg>');

  expect(files).toEqual(everyPage);
});

test('letters that no font file contains are ignored', () => {
  expect(preload('<p>Ω 水</p>').files).toEqual(everyPage);
});

test('a page without preloads is not changed', () => {
  expect(addFontPreloads('<html><body>Ł</body></html>')).toBe('<html><body>Ł</body></html>');
});
