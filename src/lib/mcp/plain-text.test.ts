import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('marks go and escapes become what they stand for, once', () => {
  expect(plainText('… <mark>soil</mark> &lt;b&gt; &amp;amp; &quot;peat&quot; isn&#39;t')).toBe(
    `… soil <b> &amp; "peat" isn't`,
  );
});
