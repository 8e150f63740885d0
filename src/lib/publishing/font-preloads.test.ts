import { expect, test } from 'vitest';
import { addFontPreloads } from './font-preloads.ts';

const head = `<style>@font-face{src:url("/common.woff2");unicode-range:U+0020-007E, U+00FC;font-style:normal;}
@font-face{src:url("/european.woff2");unicode-range:U+0100-0151;font-style:normal;}
@font-face{src:url("/italic.woff2");unicode-range:U+0020-007E;font-style:italic;}
@font-face{src:url("/italic-european.woff2");unicode-range:U+0100-0151;font-style:italic;}</style>
<link rel="preload" href="/common.woff2" as="font" type="font/woff2" crossorigin>`;

function preloadsOf(body: string): string[] {
  const html = addFontPreloads(`<html><head>${head}</head><body>${body}</body></html>`);
  return [...html.matchAll(/rel="preload" href="([^"]+)"/g)].map(([, address = '']) => address);
}

test('a page with common letters gets no further preloads', () => {
  expect(preloadsOf('<p>für alle</p>')).toEqual(['/common.woff2']);
});

test('preloads the files of the letters and italics of a page, before the common file', () => {
  expect(preloadsOf('<p>Łukasz</p>')).toEqual(['/european.woff2', '/common.woff2']);
  expect(preloadsOf('<p>An <em class="a">idea</em></p>')).toEqual(['/italic.woff2', '/common.woff2']);
  expect(preloadsOf('<p><i>Łukasz</i></p>')).toEqual([
    '/european.woff2',
    '/italic.woff2',
    '/italic-european.woff2',
    '/common.woff2',
  ]);
});

test('signs count for the typeface of headings only if a heading has them', () => {
  const serif =
    '@font-face{font-family:Serif-1;src:url("/serif.woff2");unicode-range:U+0040;font-style:normal;}:root{--font-heading:Serif-1,serif;}';
  const page = (body: string) =>
    addFontPreloads(`<head><style>${serif}</style>${head}</head><body>${body}</body>`);

  expect(page('<h1>Mail</h1><p>a@example.org</p>')).not.toContain('href="/serif.woff2"');
  expect(page('<h1>a@example.org</h1>')).toContain('href="/serif.woff2"');
});

test('letters of scripts, code, drawings and attributes are not counted', () => {
  expect(preloadsOf('<p title="Ł">a</p><script>"Ł"</script><pre>Ł</pre><svg><text>Ł</text></svg>')).toEqual([
    '/common.woff2',
  ]);
});

test('a page without preloads stays as it is', () => {
  expect(addFontPreloads('<html><body>Ł</body></html>')).toBe('<html><body>Ł</body></html>');
});
