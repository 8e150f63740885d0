import { expect, test, vi } from 'vitest';
import { pushTreeBomb } from '#test/tree-bomb.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 300_000 });

const desk = useShared(() => serveDesk({}, { isSmall: true }));

// All tests use the same site, with different pushes.
const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 200_000, interval: 100 });
const news = (title: string, body = 'Text.') =>
  `---\ntitle: ${title}\nsummary: A sentence that is long enough for a summary.\ndate: 2026-01-05\n---\n\n${body}\n`;
const withField = (field: string) => news('Bad').replace('---\n\n', `${field}\n---\n\n`);
const laughs = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`),
].join('\n');

/** The text of each bad file and the line of its problem, by name. */
const bad: Readonly<Record<string, readonly [string | Buffer, number]>> = {
  laughs: [withField(laughs), 5],
  keys: [withField(Array.from({ length: 45_000 }, (_, at) => `k${at}: 1`).join('\n')), 1],
  brackets: [withField(`a: ${'['.repeat(200_000)}`), 1],
  deep: [withField(`a: ${'['.repeat(200)}`), 5],
  nul: [news('Bad', 'A\0B'), 7],
  latin: [Buffer.from(news('Bad', 'Universit\u00E9'), 'latin1'), 7],
  crash: [news('Bad', `{${'['.repeat(60_000)}1${']'.repeat(60_000)}}`), 6],
  tags: [news('Bad', `${'<b>'.repeat(14_000)}x${'</b>'.repeat(14_000)}`), 6],
  endless: [news('Bad', '> '.repeat(100_000)), 6],
  long: [news('Bad', 'a '.repeat(300_000)), 6],
};

test('files that cannot be parsed are reported with the line of the problem, and everything else goes live', async () => {
  const files = Object.entries(bad).map(([name, [text]]) => [`news/bad-${name}.mdx`, text] as const);
  desk.repository.pushed.push({
    ...Object.fromEntries(files),
    'pages/visit.mdx': Buffer.from('---\ntitle: Universit\u00E9\n---\n', 'latin1'),
    'news/good.mdx': news('Good', 'This is fine.'),
  });

  await desk.repository.callHook();

  await eventually(async () => expect(await desk.repository.text('/news/good')).toContain('This is fine.'));
  expect(await desk.repository.text('/visit')).toContain('<h1');
  await eventually(async () =>
    expect(await desk.text('/staff/content/report', 'editor')).toContain('bad-keys'),
  );
  const report = (await desk.text('/staff/content/report', 'editor')).replaceAll(/<[^>]*>|\s+/g, ' ');
  for (const [name, [, line]] of Object.entries(bad)) {
    expect.soft(report).toMatch(new RegExp(`bad-${name}\\.mdx\\s*(?:,|:)?\\s*(?:line )?${line}\\b`));
  }
});

test('all pages of the desk open despite bad files, including the pages for these files', async () => {
  const files = Object.keys(bad).map((name) => encodeURIComponent(`news/bad-${name}.mdx`));
  const paths = [
    '/staff/content',
    '/staff/content/changes',
    '/staff/content/pictures',
    '/staff/content/report',
    '/staff/content/new',
    ...files.flatMap((file) => [`/staff/content/edit?file=${file}`, `/staff/content/history?file=${file}`]),
  ];

  const answers = [];
  for (const path of paths) answers.push([path, (await desk.get(path, 'editor')).status]);

  expect(answers).toEqual(paths.map((path) => [path, 200]));
});

test('two million paths in a proposal and in a push are refused with a message, and the live site is unchanged', async () => {
  const { pushed } = desk.repository;
  const head = pushed.git('rev-parse', 'origin/main');
  pushTreeBomb(pushed, 'propose/bomb');
  pushTreeBomb(pushed, 'main');

  await desk.repository.callHook();

  await eventually(() =>
    expect(desk.repository.site.troubles().map(({ msg }) => msg)).toContainEqual(
      expect.stringContaining('it has more than 20000 files'),
    ),
  );
  const changes = await desk.text('/staff/content/changes', 'editor');
  expect(changes).toContain('it has more than 50000 files');
  expect(await desk.repository.text('/news/good')).toContain('This is fine.');
  pushed.git('push', '--quiet', '--force', 'origin', `${head}:refs/heads/main`);
  pushed.push({ 'news/later.mdx': news('Later', 'After the bomb.') });
  await desk.repository.callHook();
  await eventually(async () =>
    expect(await desk.repository.text('/news/later')).toContain('After the bomb.'),
  );
});
