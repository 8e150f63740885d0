import { expect, test } from 'vitest';
import { addressFrom, findPictureUses } from './picture-uses.ts';

test.each([
  [
    'Markdown',
    '![A weir \\[old\\]](./weir.jpg "Title")',
    [{ picture: 'courses/weir.jpg', alt: 'A weir [old]' }],
  ],
  [
    'a definition',
    '![A weir][w]\n\n[w]: <../news/weir.webp>',
    [{ picture: 'news/weir.webp', alt: 'A weir' }],
  ],
  [
    'a component over several lines',
    '<Figure\n  src="./weir%20two.svg"\n  alt="1 > 0 &quot;yes&quot;"\n/>',
    [{ picture: 'courses/weir two.svg', alt: '1 > 0 "yes"' }],
  ],
  [
    'front matter',
    '---\npicture:\n  file: ./weir.jpg\n  alt: A weir\n---\n\nText.',
    [{ picture: 'courses/weir.jpg', alt: 'A weir' }],
  ],
  ['a text without a description', '![](weir.png)', [{ picture: 'courses/weir.png', alt: '' }]],
  ['code', '```\n![A weir](./weir.jpg)\n```\n\nand `![A weir](./weir.jpg)`.', []],
  ['another site', '![A weir](https://pictures.example/weir.jpg) ![B](/weir.jpg)', []],
  ['a file outside the content', '![A weir](../../weir.jpg)', []],
  ['a link to a picture', '[A weir](./weir.jpg)', []],
])('finds the pictures of %s', (_, text, expected) => {
  expect(findPictureUses('courses/soils.mdx', text)).toEqual(expected);
});

test('finds the picture of a settings file', () => {
  const text = 'picture:\n  file: ./home.webp\n  alt: Hills\n';

  expect(findPictureUses('settings/home.yaml', text)).toEqual([
    { picture: 'settings/home.webp', alt: 'Hills' },
  ]);
});

test.each([
  ['courses/soils.mdx', 'courses/weir.jpg', './weir.jpg'],
  ['handbook/money/fees.mdx', 'courses/a weir.jpg', '../../courses/a%20weir.jpg'],
])('in %s, the path of %s is %s', (file, picture, expected) => {
  expect(addressFrom(file, picture)).toBe(expected);
  expect(findPictureUses(file, `![A](${expected})`)).toEqual([{ picture, alt: 'A' }]);
});

test('reads a long line of brackets and Unicode line separators', () => {
  const uses = findPictureUses(
    'pages/a.mdx',
    `${'\u2028[a '.repeat(60_000)}\n\n[weir]: ./weir.jpg\n\n![A weir][weir]`,
  );

  expect(uses).toEqual([{ picture: 'pages/weir.jpg', alt: 'A weir' }]);
});
