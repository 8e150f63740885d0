import { expect, test } from 'vitest';
import { readExcerpt } from './excerpt.ts';

test('readExcerpt returns plain text with its marked parts', () => {
  expect(readExcerpt('of <mark>soil</mark> &amp; &lt;b&gt;&quot;water&#39;s&quot;')).toEqual([
    { text: 'of ', isMarked: false },
    { text: 'soil', isMarked: true },
    { text: ` & <b>"water's"`, isMarked: false },
  ]);
});

test('readExcerpt decodes an escaped entity once', () => {
  expect(readExcerpt('&amp;lt;script&amp;gt; &copy;')).toEqual([
    { text: '&lt;script&gt; &copy;', isMarked: false },
  ]);
});
