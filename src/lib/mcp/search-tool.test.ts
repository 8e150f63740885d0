import { expect, test } from 'vitest';
import { excerptText } from './search-tool.ts';

test('excerptText removes marks and decodes each entity once', () => {
  expect(excerptText('… <mark>soil</mark> &lt;b&gt; &amp;amp; &quot;peat&quot; isn&#39;t')).toBe(
    `… soil <b> &amp; "peat" isn't`,
  );
});
