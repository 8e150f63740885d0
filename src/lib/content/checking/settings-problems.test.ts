import { expect, test } from 'vitest';
import { checkFiles, checkFolder, expectOneProblem, type Mistake } from '#test/check-content-files.ts';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { toEditorSettings } from '#lib/content/editor-settings.ts';
import { settingsOf } from './settings-problems.ts';

const notice = (fields: string) => ({ 'settings/notice.yaml': fields });
const closed = 'text: The house is closed.\nuntil: 2026-11-30\n';

test('accepts valid settings, files without fields, and other files', async () => {
  const problems = await checkFiles({
    'settings/notice.yaml': `# Closed for snow.\n${closed}link: { title: Why, path: https://example.org/why }\n`,
    'settings/navigation.yaml':
      'main:\n  - { title: Level 4, path: "/courses?level=4" }\n  - { title: Field work, path: /courses/soil-science#field-work }\n',
    'settings/home.yaml': '# audiences: none yet\n',
    'settings/search.yaml': '',
    'settings/hills.webp': 'a picture',
  });

  expect(problems).toEqual([]);
});

const mistakes: readonly Mistake[] = [
  [
    'a notice without a text',
    notice('until: 2026-11-30\n'),
    'settings/notice.yaml:1: fatal: "text" is missing',
  ],
  [
    'an unknown field',
    notice(`${closed}utnil: 2026-12-01\n`),
    'settings/notice.yaml:3: fatal: there is no field "utnil" in notice.yaml',
  ],
  [
    'an impossible day',
    notice('text: The house is closed.\nuntil: 2026-11-31\n'),
    'settings/notice.yaml:2: fatal: "until" "2026-11-31" is not a day or a time',
    /until: 2027-01-15$/,
  ],
  [
    'invalid YAML',
    notice('text: Closed: for snow.\nuntil: 2026-11-30\n'),
    'settings/notice.yaml:1: fatal: the value of this field contains a colon',
  ],
  ['a file without fields', notice('Closed.\n'), 'settings/notice.yaml:1: fatal: the file has no fields'],
  [
    'a dead link in the notice',
    notice(`${closed}link:\n  title: Why\n  path: /courses/soil\n`),
    'settings/notice.yaml:5: error: the link /courses/soil leads to no page',
  ],
  [
    'a dead link in a menu',
    {
      'settings/navigation.yaml':
        'main:\n  - { title: Courses, path: /courses }\n  - { title: Fees, path: /fee }\n',
    },
    'settings/navigation.yaml:3: error: the link /fee leads to no page',
  ],
  [
    'a dead link above a form',
    { 'settings/letters.yaml': 'forms:\n  enquiry: Have you seen our [fees](/fee) already?\n' },
    'settings/letters.yaml:2: error: the link /fee leads to no page',
  ],
  [
    'a link above a form that would run code',
    { 'settings/letters.yaml': 'forms:\n  enquiry: Have you seen [this](javascript:alert) already?\n' },
    'settings/letters.yaml:2: fatal: "enquiry" (forms)',
    /link to a page, as in \[Fees\]\(\/fees\), or to an address with https:\/\//,
  ],
  [
    'a dead link on the home page',
    {
      'settings/home.yaml':
        'voice:\n  quote: I dug one pit, and understood.\n  name: Martin\n  role: farmer\n  path: /farm\n',
    },
    'settings/home.yaml:5: error: the link /farm leads to no page',
  ],
  [
    'a notice that ends before it starts',
    notice(`${closed}from: 2026-12-24\n`),
    'settings/notice.yaml:2: error: the notice ends before it starts',
  ],
  [
    'a notice that is over',
    notice(closed.replace('11-30', '11-20')),
    'settings/notice.yaml:2: warning: the time in "until" has passed',
  ],
  [
    'a file with a wrong name',
    { 'settings/notices.yaml': closed },
    'settings/notices.yaml:1: error: there are no settings in a file notices.yaml: rename it notice.yaml',
  ],
];

test.for(mistakes)('reports %s', expectOneProblem);

test('reports a link in settings to a page that readers do not see', async () => {
  const page = handbookPage('Text.').replace('---\n', '---\ndraft: true\n');
  const link = 'link: { title: Why, path: /handbook/sick }\n';

  const problems = await checkFiles({ ...notice(closed + link), 'handbook/sick.mdx': page });

  expect(problems).toEqual([
    expect.stringContaining('settings/notice.yaml:3: error: the link /handbook/sick leads'),
  ]);
});

test('without settings, the menu lists the collections', async () => {
  const { settings } = await checkFolder(makeContentFolder());

  const { notice, navigation, home, search } = settingsOf(settings);

  expect(notice).toBeUndefined();
  expect(navigation.main.map(({ path }) => path)).toContain('/courses');
  expect(navigation.footer.map(({ path }) => path)).toContain('/enquire');
  expect({ home, search }).toEqual({
    home: { audiences: [] },
    search: { suggestions: [], questions: [], otherWords: [] },
  });
});

test('settingsOf ignores a file with an error and reads the others', async () => {
  const { settings } = await checkFolder(
    makeContentFolder({ ...notice('text: Closed.\n'), 'settings/search.yaml': 'suggestions: [flood]\n' }),
  );

  expect(settingsOf(settings)).toEqual(
    toEditorSettings([{ id: 'search', data: { suggestions: ['flood'] } }]),
  );
});
