import { expect, test } from 'vitest';
import {
  changed,
  checkFiles,
  expectOneProblem,
  news,
  page,
  type Mistake,
} from '#test/check-content-files.ts';
import { handbookPage } from '#test/content-folder.ts';

const scheduled = (fields: string) => ({ 'handbook/b.mdx': `---\ntitle: Sick pay\n${fields}\n---\n` });

const mistakes: readonly Mistake[] = [
  [
    'an end before the start',
    scheduled('publishAt: 2027-01-11\nunpublishAt: 2027-01-11'),
    'handbook/b.mdx:4: error: "unpublishAt" is not later than "publishAt"',
    /change one of the two$/,
  ],
  [
    'news that ends before its date',
    news('date: 2027-01-11\nunpublishAt: 2027-01-10 09:00\n'),
    'news/rain.mdx:5: error: "unpublishAt" is not later than "date"',
  ],
  [
    'an end in the past',
    scheduled('unpublishAt: 2026-11-21T11:59Z'),
    'handbook/b.mdx:3: warning: the time in "unpublishAt" has passed',
    /delete the line to publish it again/,
  ],
  [
    'a time that cannot be read',
    scheduled('publishAt: next Monday'),
    'handbook/b.mdx:3: fatal: "publishAt" "next Monday" is not a day or a time: write it like this: publishAt: 2027-01-11 09:00',
  ],
  [
    'a number in place of a time',
    scheduled('publishAt: 2027'),
    'handbook/b.mdx:3: fatal: "publishAt" "2027" is not a day or a time',
  ],
  [
    'a link to a page that is not published yet',
    { ...page('[Pay](/handbook/b)'), ...scheduled('publishAt: 2026-11-22') },
    'handbook/sick.mdx:5: warning: the link /handbook/b leads to a page that is not published yet',
  ],
  [
    'a link to news with a date in the future',
    {
      ...page('[Rain](/news/rain)'),
      ...news('date: 2027-01-11\n'),
    },
    'handbook/sick.mdx:5: warning: the link /news/rain leads to a page that is not published yet',
  ],
  [
    'a course that is not published yet',
    { ...page('<Fee course="PEAT101" />'), ...changed('level: 4', 'level: 4\npublishAt: 2027-01-11') },
    'handbook/sick.mdx:5: warning: the course PEAT101 is not published yet',
  ],
];

test.for(mistakes)('reports %s', expectOneProblem);

test('reports links to expired pages once at the link and once at the page', async () => {
  const problems = await checkFiles({
    ...page('[Pay](/handbook/b)'),
    ...scheduled('unpublishAt: 2026-11-20'),
  });

  expect(problems).toEqual([
    expect.stringContaining('handbook/b.mdx:3: warning: the time in "unpublishAt" has passed'),
    expect.stringContaining(
      'handbook/sick.mdx:5: warning: the link /handbook/b leads to a page that is no longer',
    ),
  ]);
});

test.for([
  'publishAt: 2026-11-21',
  'publishAt: 2026-11-21T12:00:00+00:00',
  'publishAt: 2026-11-21 09:00\nunpublishAt: 2027-01-11 17:00',
])('accepts a link to a page with %j', async (fields) => {
  const problems = await checkFiles({ ...page('[Pay](/handbook/b)'), ...scheduled(fields) });

  expect(problems).toEqual([]);
});

test('accepts links from a page that is not published yet', async () => {
  const problems = await checkFiles({
    'handbook/a.mdx': handbookPage('[Pay](/handbook/b)').replace('---\n\n', 'publishAt: 2027-01-11\n---\n\n'),
    ...scheduled('publishAt: 2027-01-11'),
  });

  expect(problems).toEqual([]);
});
