import { expect, test } from 'vitest';
import { importFiles, importReported } from '#test/import-markdown-files.ts';
import { readDate } from './read-date.ts';

test.each([
  ['2024-03-05', '2024-03-05'],
  ['2024-3-5', '2024-03-05'],
  ['2024/03/05', '2024-03-05'],
  ['2024.03.05', '2024-03-05'],
  ['20240305', '2024-03-05'],
  ['2024-03-05T10:00:00+01:00', '2024-03-05T10:00+01:00'],
  ['2024-03-05 10:00:00 -0500', '2024-03-05T10:00-05:00'],
  ['2024-03-05T09:30:15.123Z', '2024-03-05T09:30Z'],
  ['2024-03-05 9:30', '2024-03-05 09:30'],
  ['5 March 2024', '2024-03-05'],
  ['5th of March 2024', '2024-03-05'],
  ['March 5, 2024', '2024-03-05'],
  ['Mar 5, 2024 at 10:00', '2024-03-05 10:00'],
  ['Tuesday, 5 March 2024', '2024-03-05'],
  ['Tue, 05 Mar 2024 10:00:00 +0100', '2024-03-05T10:00+01:00'],
  ['Tue, 05 Mar 2024 10:00:00 GMT (UTC)', '2024-03-05T10:00Z'],
  ['5. März 2024', '2024-03-05'],
  ['5 de marzo de 2024', '2024-03-05'],
  ['5 мая 2024', '2024-05-05'],
  ['5 marca 2024 r.', '2024-03-05'],
  ['5. května 2024', '2024-05-05'],
  ['2024年3月5日', '2024-03-05'],
  ['2024년 3월 5일', '2024-03-05'],
  ['2024-03-05 9:30 PM', '2024-03-05 21:30'],
  ['March 5, 2024 12:05 a.m.', '2024-03-05 00:05'],
  ['2024-03-05 13:30 PM', undefined],
  ['Tue Mar 05 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-03-05T10:00+01:00'],
  ['1709632800', '2024-03-05T10:00Z'],
  ['1709632800000', '2024-03-05T10:00Z'],
  ['25/03/2024', '2024-03-25'],
  ['03/25/2024', '2024-03-25'],
  ['05/05/2024', '2024-05-05'],
  ['03/04/2024', undefined],
  ['5.3.2024', undefined],
  ['2024-02-30', undefined],
  ['30 February 2024', undefined],
  ['2024-03', undefined],
  ['2024', undefined],
  ['05/03/24', undefined],
  ['2024-03-05 25:00', undefined],
  ['from 5 to 9 March 2024', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('reads the date "%s" as %s', (text, day) => {
  expect(readDate(text)).toBe(day);
});

test('clear dates are read, a page with an unclear one is a draft, and one without stands last', async () => {
  const { folder, result, errors, report } = await importReported('import-undated');

  const dateOf = (name: string) => /^date: (.*)$/m.exec(folder.read(`content/news/${name}.mdx`))?.[1];
  expect(['a', 'd0', 'd1', 'd2', 'd3'].map(dateOf)).toEqual([
    '1970-01-01',
    '2024-01-05',
    '2024-01-05',
    '2024-05-06',
    '1970-01-01',
  ]);
  const drafts = result.pages.filter(({ file }) => folder.read(`content/${file}`).includes('draft: true'));
  expect(drafts.map(({ title }) => title)).toEqual(['Dated 3']);
  expect(report).toContain('its date “2024-02-30” is not clear');
  expect(errors).toEqual([]);
});

test('the same source on another day changes nothing, also when the time of a scheduled page has passed', async () => {
  const { folder, source, files, read } = await importFiles({
    '_config.yml': '',
    '_posts/2024-05-06-tide.md': '---\ntitle: Tide\n---\n\nText.\n',
    '_posts/2027-05-06-ebb.md': '---\ntitle: Ebb\n---\n\nText.\n',
    '_posts/2027-05-07-flow.md': '---\ntitle: Flow\ndate: 2027-05-07 18:00:00 +0100\n---\n\nText.\n',
    'fees.md': '---\ntitle: Fees\ndate: 2027-05-08\n---\n\nText.\n',
    'old.md': '---\ntitle: Old\ndate: 2024-05-08\n---\n\nText.\n',
  });

  const { pages } = await folder.import(source, new Date('2031-04-01T12:00Z'));

  expect(pages.map(({ outcome }) => outcome)).toEqual(Array(5).fill('unchanged'));
  const times = files.map((file) => /^publishAt: (.*)$/m.exec(read(file))?.[1]);
  expect(Object.fromEntries(files.map((file, at) => [file, times[at]]))).toEqual({
    'news/tide.mdx': undefined,
    'news/ebb.mdx': undefined,
    'news/flow.mdx': '2027-05-07T18:00+01:00',
    'handbook/fees.mdx': '2027-05-08',
    'handbook/old.mdx': undefined,
  });
});

test('a page that expired before its date is a draft', async () => {
  const { read, errors, report } = await importFiles({
    'hugo.toml': '',
    'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-05\nexpiryDate: 2020-01-01\n---\n\nText.\n',
  });

  expect(errors).toEqual([]);
  expect(read('news/a.mdx')).toContain('draft: true');
  expect(report).toContain('is a draft: it expires on 2020-01-01, which is not later than 2024-01-05');
});

test('a day that no month has, in the name of a post, makes a draft', async () => {
  const { read, errors, report } = await importFiles({
    'docusaurus.config.js': 'export default {};',
    'blog/2024-02-30-tide.md': '# Tide\n\nText.\n',
  });

  expect(errors).toEqual([]);
  expect(read('news/tide.mdx')).toContain('draft: true');
  expect(report).toContain('its date “2024-02-30” is not clear');
});

test('a page whose day of publication or expiry is unclear is a draft', async () => {
  const { read } = await importFiles({
    'hugo.toml': '',
    'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-05\nexpiryDate: 03/04/2027\n---\n\nText.\n',
    'content/posts/b.md': '---\ntitle: B\ndate: 2024-01-05\npublishDate: soon\n---\n\nText.\n',
    'content/posts/c.md': '---\ntitle: C\ndate: 2024-01-05\nexpiryDate: 4 March 2030\n---\n\nText.\n',
  });

  expect(read('news/a.mdx')).toContain('draft: true');
  expect(read('news/b.mdx')).toContain('draft: true');
  expect(read('news/c.mdx')).toContain('unpublishAt: 2030-03-04\n');
  expect(read('news/c.mdx')).not.toContain('draft');
});
