import { expect, test } from 'vitest';
import { keepRelativeTargets, replaceLinks, replaceReferences } from './moved-links.ts';

test('changes links of every form, keeps their anchors, and leaves other links alone', () => {
  const text = `[a](/money/x) [b](/handbook/money/bursaries#who) [c](../money/bursaries.mdx)
<Card href="/handbook/money/bursaries" /> [d]: is text
[ref]: /handbook/money/bursaries`;

  const replaced = replaceLinks(text, 'handbook/rights/index.mdx', {
    from: '/handbook/money/bursaries',
    to: '/handbook/money/grants',
  });

  expect(replaced).toEqual({
    count: 4,
    text: `[a](/money/x) [b](/handbook/money/grants#who) [c](/handbook/money/grants)
<Card href="/handbook/money/grants" /> [d]: is text
[ref]: /handbook/money/grants`,
  });
});

test('changes the name of a person only in fields that refer to people', () => {
  const text = `---
title: "ines-calder"
people: [ines-calder, mei-lin-forster] # ines-calder leads
prerequisites: []
---

Write to ines-calder.
`;

  const { count, text: replaced } = replaceReferences(text, 'courses/soil-science.mdx', {
    from: 'people/ines-calder.mdx',
    to: 'people/ines-reid.mdx',
  });

  expect(count).toBe(1);
  expect(replaced).toBe(text.replace('[ines-calder', '[ines-reid'));
});

test('adjusts relative links and pictures of a moved text to the same targets', () => {
  const text = '[a](fees.mdx#late) ![b](soil.svg) [c](/x) <Figure src="../two.jpg" /> [d](https://a.example)';

  const adjusted = keepRelativeTargets(text, 'handbook/money/index.mdx', 'handbook/starting/pay/index.mdx');

  expect(adjusted).toBe(
    '[a](/handbook/money/fees#late) ![b](../../money/soil.svg) [c](/x) <Figure src="../../two.jpg" /> [d](https://a.example)',
  );
});

test('reads a long line of brackets and Unicode line separators', () => {
  const { count } = replaceLinks(`${'\u2028[a '.repeat(60_000)}\n[soil](/courses/soil)\n`, 'pages/a.mdx', {
    from: '/courses/soil',
    to: '/courses/soils',
  });

  expect(count).toBe(1);
});
