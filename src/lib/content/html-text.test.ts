import { expect, test } from 'vitest';
import { escapeHtml, excerptText, readExcerpt } from './html-text.ts';

test('readExcerpt returns plain text with its marked parts', () => {
  expect(readExcerpt('of <mark>soil</mark> &amp; &lt;b&gt;&quot;water&#39;s&quot;')).toEqual([
    { text: 'of ', isMarked: false },
    { text: 'soil', isMarked: true },
    { text: ` & <b>"water's"`, isMarked: false },
  ]);
});

test('readExcerpt decodes each character reference once and leaves unknown ones unchanged', () => {
  expect(readExcerpt('&amp;lt;script&amp;gt; &copy;')).toEqual([
    { text: '&lt;script&gt; &copy;', isMarked: false },
  ]);
});

test('excerptText removes marks', () => {
  expect(excerptText('… <mark>soil</mark> &lt;b&gt;')).toBe('… soil <b>');
});

test('readExcerpt decodes what escapeHtml writes', () => {
  const text = `<a href="x" title='y'>&amp;</a>`;

  expect(escapeHtml(text)).not.toMatch(/[<>"']/);
  expect(readExcerpt(escapeHtml(text))).toEqual([{ text, isMarked: false }]);
});
