import { expect, test } from 'vitest';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import {
  changed,
  checkFolder,
  event,
  moved,
  news,
  page,
  expectOneProblem,
  type Mistake,
} from '#test/check-content-files.ts';

const eventDay = 'starts: 2027-02-06 10:00\nends: 2027-02-06 15:00\n';

const mistakes: readonly Mistake[] = [
  [
    'a registration at an address that does not exist',
    event(`${eventDay}place: Weir House\nregistration: /nowhere\n`),
    'events/open-day.mdx:7: error: the link /nowhere leads to no page',
  ],
  [
    'a duplicate address',
    { 'handbook/a.md': handbookPage('One.'), 'handbook/a.mdx': handbookPage('Two.') },
    'handbook/a.mdx:1: fatal: the address /handbook/a is already used by ',
    /handbook\/a.md/,
  ],
  [
    'an image that does not exist',
    news('date: 2026-01-11\n', '![A weir](./weir.jpg)'),
    'news/rain.mdx:7: fatal: there is no image ./weir.jpg',
  ],
  [
    'a link to a page that does not exist',
    page('[Soils](/courses/soil-scence)'),
    'handbook/sick.mdx:5: error: the link /courses/soil-scence leads to no page',
    /did you mean \/courses\/soil-science\?/,
  ],
  [
    'a link to a heading that does not exist',
    page('[Soils](/courses/soil-science#feld-work)'),
    'handbook/sick.mdx:5: error: ',
    /leads to no heading/,
    /did you mean #field-work\?/,
  ],
  [
    'a link to a heading that does not exist on the same page',
    page('## Pay\n\n[Pay](#play)'),
    'handbook/sick.mdx:7: error: the link #play leads to no heading',
    /#pay/,
  ],
  [
    'a relative link to a file that does not exist',
    page('[Soils](../courses/peat.mdx)'),
    'handbook/sick.mdx:5: error: the link ../courses/peat.mdx leads to no page',
  ],
  [
    'a link to a person who does not exist',
    page('[Ines](/people#ines)'),
    'handbook/sick.mdx:5: error: there is no person "ines"',
  ],
  [
    'a link in raw HTML',
    { 'handbook/a.md': handbookPage('<div>\n<a href="/nowhere">x</a>\n</div>') },
    'handbook/a.md:6: error: the link /nowhere leads to no page',
  ],
  [
    'a link to a draft',
    { ...page('[Peat](/courses/peat)'), ...changed('fee:', 'draft: true\nfee:') },
    'handbook/sick.mdx:5: error: ',
    /not published/,
  ],
  [
    'an image without alternative text',
    page('![](https://pictures.example/weir.jpg)'),
    'handbook/sick.mdx:5: error: the image ',
    /has no description/,
  ],
  [
    'an HTML image without alternative text',
    { 'handbook/a.md': handbookPage('<img src="https://pictures.example/weir.jpg">') },
    'handbook/a.md:5: error: the image ',
    /has no description/,
  ],
  [
    'a figure without alternative text',
    page('<Figure src="https://pictures.example/weir.jpg" />'),
    'handbook/sick.mdx:5: error: the image ',
    /has no description/,
    /alt=/,
  ],
  [
    'a file and a folder with the same name',
    { 'handbook/a.mdx': handbookPage('One.'), 'handbook/a/index.mdx': handbookPage('Two.') },
    'handbook/a/index.mdx:1: fatal: the address /handbook/a is already used',
  ],
  [
    'a page at an address of the product',
    { 'pages/courses.mdx': '---\ntitle: Courses\nsummary: All of the courses that there are.\n---\n' },
    'pages/courses.mdx:1: fatal: the address /courses is already used by a page of the site itself',
  ],
  [
    'a heading that skips a level',
    page('## One\n\n#### Two'),
    'handbook/sick.mdx:7: error: the heading "Two" skips a level (#### below ##)',
    /start it with ###$/,
  ],
  [
    'a second title',
    page('# One'),
    'handbook/sick.mdx:5: error: the heading "One" is a second title',
    /start it with ##/,
  ],
  [
    'a drawing with a script',
    {
      ...page('![A weir](./weir.svg)'),
      'handbook/weir.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
    },
    'handbook/sick.mdx:5: fatal: ./weir.svg: the drawing has an element <script>',
    /save it as plain SVG/,
  ],
  [
    'a misspelt name of an image',
    { ...page('![A weir](./wier.svg)'), 'handbook/weir.svg': '<svg/>' },
    'handbook/sick.mdx:5: error: there is no image ./wier.svg',
    /did you mean .\/weir.svg\?$/,
  ],
  [
    'an alias that is the address of the page itself',
    moved('\n  - /ill\n  - /handbook/sick'),
    'handbook/sick.mdx:5: error: the alias /handbook/sick is the address of this page itself',
  ],
  [
    'an alias that is the address of another page',
    moved('[/courses/soil-science]'),
    'handbook/sick.mdx:3: error: the alias /courses/soil-science is already used by ',
    /soil-science.mdx/,
    /delete it from the aliases/,
  ],
  [
    'an alias that is an address of the product',
    moved('[/courses]'),
    'handbook/sick.mdx:3: error: the alias /courses is already used by a page of the site itself',
  ],
  [
    'an alias that appears twice',
    moved('[/ill, /ill]'),
    'handbook/sick.mdx:3: error: the alias /ill appears twice',
  ],
  [
    'an alias that two pages have',
    moved('[/ill]', { 'handbook/a.mdx': '---\ntitle: A\naliases: [/ill]\n---\n' }),
    'handbook/sick.mdx:3: error: the alias /ill is already an alias of ',
    /handbook\/a.mdx/,
  ],
  [
    'a link to an alias',
    moved('[/ill]', { 'handbook/a.mdx': handbookPage('[x](/ill)') }),
    'handbook/a.mdx:5: warning: the link /ill leads to a former address of /handbook/sick',
    /write \/handbook\/sick/,
  ],
];

test.for(mistakes)('reports %s', expectOneProblem);

test('a reference or a link to a missing entry names its address, which a draft may have', async () => {
  const text =
    '[Peat](/courses/peat)\n\n[Grants](money/grants.mdx)\n\n[Nia](/people#nia)\n\n<Contact person="ada" />';
  const { problems } = await checkFolder(makeContentFolder(page(text)));

  expect(problems.map(({ missing }) => missing)).toEqual([
    '/courses/peat',
    '/handbook/money/grants',
    '/people#nia',
    '/people#ada',
  ]);
});
