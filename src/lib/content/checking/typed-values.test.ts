import { cpSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { checkFiles, checkFolder } from '#test/check-content-files.ts';
import { makeContentFolder } from '#test/content-folder.ts';
import { reportData } from '#test/report-data.ts';

test('the check proposes a title as it was typed, and refuses an event at a time that clocks skip', async () => {
  const directory = makeContentFolder({});
  cpSync(reportData('import-dates-check/content'), directory, { recursive: true });

  const { problems } = await checkFolder(directory);

  expect(
    problems.map(({ file, line, severity, message, fix }) => [
      `${relative(directory, file)}:${line}`,
      severity,
      `${message}: ${fix}`,
    ]),
  ).toEqual([
    [
      'events/gap.mdx:4',
      'fatal',
      '"starts" 2027-03-28 01:30 does not exist in Europe/London: the clocks skip this time: write a time that the clocks show',
    ],
    [
      'news/exp.mdx:2',
      'fatal',
      '"title" must be text, but it is the number 1000: put it in quotes, such as title: "1e3"',
    ],
  ]);
});

test.each(['0x10', '007', '.inf', '-0', '1.50', '+12', 'True', '2027-01-11', '2027-01-11T10:00:00Z'])(
  'the check proposes the title %s in quotes, as it was typed',
  async (typed) => {
    const [problem] = await checkFiles({
      'news/a.mdx': `---\ntitle: ${typed} # a note\nsummary: A news entry with an odd title.\ndate: 2024-05-06\n---\n`,
    });

    if (typed.includes('T10')) expect(problem).toBeUndefined();
    else expect(problem).toMatch(`put it in quotes, such as title: "${typed}"`);
  },
);

const event = (starts: string, ends: string) => ({
  'events/a.mdx': `---\ntitle: Night sail\nsummary: A sail in the night when clocks change.\nstarts: ${starts}\nends: ${ends}\nplace: Quay House\n---\n`,
});

test.each([
  [
    'an end',
    event('2027-03-28 00:30', '2027-03-28 01:59'),
    'events/a.mdx:5: fatal: "ends" 2027-03-28 01:59 does',
  ],
  [
    'a publication',
    { 'handbook/b.mdx': '---\ntitle: Sick pay\npublishAt: 2027-03-28T01:00\n---\n' },
    'handbook/b.mdx:3: fatal: "publishAt" 2027-03-28T01:00 does',
  ],
  [
    'a notice',
    { 'settings/notice.yaml': 'text: The house is closed.\nuntil: 2027-03-28 01:30\n' },
    'settings/notice.yaml:2: fatal: "until" 2027-03-28 01:30 does',
  ],
])('the check refuses a time that clocks skip: %s', async (_, files, start) => {
  expect(await checkFiles(files)).toEqual([expect.stringContaining(start)]);
});

test.each([
  ['before and after the clocks go forward', '2027-03-28 00:59', '2027-03-28 02:00'],
  ['in the hour that clocks show twice', '2027-10-31 01:15', '2027-10-31 01:45'],
])('the check accepts times %s', async (_, starts, ends) => {
  expect(await checkFiles(event(starts, ends))).toEqual([]);
});

test('the check accepts a time with an offset, which names a moment in every case', async () => {
  const fields = 'title: Sick pay\npublishAt: 2027-03-28T01:30+00:00';

  expect(await checkFiles({ 'handbook/b.mdx': `---\n${fields}\n---\n` })).toEqual([]);
});
