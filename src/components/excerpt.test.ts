import { expect, test } from 'vitest';
import { readExcerpt } from './excerpt.ts';

test('an excerpt becomes texts, some of them marked', () => {
  expect(readExcerpt('of <mark>soil</mark> &amp; &lt;b&gt;&quot;water&#39;s&quot;')).toEqual([
    { text: 'of ', isMarked: false },
    { text: 'soil', isMarked: true },
    { text: ` & <b>"water's"`, isMarked: false },
  ]);
});

test('what stands there as text of an entity stays text', () => {
  expect(readExcerpt('&amp;lt;script&amp;gt; &copy;')).toEqual([
    { text: '&lt;script&gt; &copy;', isMarked: false },
  ]);
});
