import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getWithAccept } from '#test/get-with-accept.ts';
import { startPreview, type Preview } from '#test/preview-site.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'dev-content-'));
let preview: Preview;

const page = (text: string, fields = '') =>
  `---\ntitle: Trial\nsummary: A page that an editor is working on.\n${fields}---\n\n${text}\n`;
const write = (name: string, text: string) => writeFileSync(join(contentDir, 'pages', name), text);
const getPage = (path: string) => getWithAccept(preview.origin, path, 'text/html');

/** Requests a page until its HTML contains a text. */
async function pageWith(path: string, text: string): Promise<string> {
  for (;;) {
    const { body } = await getPage(path);
    if (body.includes(text)) return body;
    await new Promise((done) => setTimeout(done, 100));
  }
}

function bannerOf(html: string): string | undefined {
  return /<body[^>]*><aside [^>]*data-preview-banner[^>]*>(.*?)<\/aside>/.exec(html)?.[1];
}

beforeAll(async () => {
  cpSync('src/content', contentDir, { recursive: true });
  write('trial-committed.mdx', page('The committed text.'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: contentDir });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=Editor', '-c', 'user.email=editor@example.org', 'commit', '--quiet', '-m', 'Start');
  write('trial-committed.mdx', page('<Callout>\n\nNot closed.'));
  write('trial-new.mdx', page('A { stray.'));
  write('trial-draft.mdx', page('Text.', 'draft: true\n'));
  write('trial-later.mdx', page('Text.', 'publishAt: 2999-01-11\n'));
  write('trial-over.mdx', page('Text.', 'unpublishAt: 2020-06-30 17:00\n'));
  preview = await startPreview(contentDir);
}, 60_000);

afterAll(async () => {
  await preview.stop();
  rmSync(contentDir, { recursive: true });
});

test('npm run dev serves a page, its Markdown, a page on demand and a search', async () => {
  const { origin } = preview;

  const html = await getPage('/courses/soil-science');
  const twin = await getWithAccept(origin, '/courses/soil-science', 'text/markdown');
  const onDemand = await getPage('/register');
  const found = await getWithAccept(origin, '/api/search?q=hydrolgy', null);

  expect([html.status, twin.status, onDemand.status, found.status]).toEqual([200, 200, 200, 200]);
  expect(html.body).toContain('<h1');
  expect(twin.body).toContain('# Soil Science');
  expect(JSON.parse(found.body)).toMatchObject({ correction: 'hydrology' });
}, 180_000);

test('pages that readers do not see have a banner in HTML, but not in Markdown', async () => {
  const paths = ['/trial-draft', '/trial-later', '/trial-over', '/about'];

  const pages = await Promise.all(paths.map(async (path) => (await getPage(path)).body));
  const twin = await getWithAccept(preview.origin, '/trial-draft', 'text/markdown');

  expect(pages.map(bannerOf)).toEqual([
    'Draft: not published',
    'Published from 11 January 2999',
    'No longer published since 30 Jun 2020, 17:00',
    undefined,
  ]);
  expect(twin.body).toContain('# Trial');
  expect(twin.body).not.toContain('not published');
});

test('a banner disappears when the draft is published', async () => {
  write('trial-draft.mdx', page('It is published.'));

  expect(bannerOf(await pageWith('/trial-draft', 'It is published.'))).toBeUndefined();
});

test('a file with an error at the start shows its last committed version, or the error if there is none', async () => {
  const committed = await getPage('/trial-committed');
  const fresh = await getPage('/trial-new');
  const problems = await getWithAccept(preview.origin, '/@lectern/problems', null);

  expect(committed.status).toBe(200);
  expect(committed.body).toContain('The committed text.');
  expect(fresh.body).toContain('This page can’t be shown yet');
  expect(fresh.body).toMatch(/trial-new\.mdx:6<\/code>: a { in the text is read .*: write \\{/);
  expect(fresh.body).not.toMatch(/Page not found|Something went wrong/);
  expect(JSON.parse(problems.body)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ address: '/trial-committed', line: 6, isBlocking: true }),
      expect.objectContaining({ address: '/trial-new', line: 6, isBlocking: true }),
    ]),
  );
});

test.for([
  ['MDX that cannot be parsed', page('Less than <5 mm.')],
  ['invalid front matter', page('Text.').replace('summary', 'summery')],
  ['front matter without an end', '---\ntitle: Trial\n'],
] as const)(
  'a page shows its last good version after an edit with %s, and the fixed version after the next edit',
  async ([, broken]) => {
    const first = `The good text of ${broken.length}.`;
    write('trial-edit.mdx', page(first));
    await pageWith('/trial-edit', first);

    write('trial-edit.mdx', broken);
    await problemIn('trial-edit.mdx');
    const { status, body } = await getPage('/trial-edit');
    write('trial-edit.mdx', page('It is fixed.'));

    expect([status, body.includes(first)]).toEqual([200, true]);
    expect(await pageWith('/trial-edit', 'It is fixed.')).toContain('<h1');
  },
);

test('a damaged picture is reported as a problem of its page, which shows the picture’s description', async () => {
  write('trial.png', 'This is not a picture.');
  write('trial-picture.mdx', page('![A weir](./trial.png)'));

  await problemIn('trial-picture.mdx');

  expect(await pageWith('/trial-picture', 'A weir')).not.toMatch(/<img[^>]*A weir/);
});

test('a page that fails to render shows its last good version and the reason', async () => {
  write('trial-fails.mdx', page('The good text.'));
  await pageWith('/trial-fails', 'The good text.');

  mkdirSync(join(contentDir, 'pages/folder.png'));
  write('trial-fails.mdx', page('![A weir](./folder.png)'));
  const shown = await pageWith('/trial-fails', 'could be rendered');

  expect(bannerOf(shown)).toMatch(
    /^This is the last version .* rendered: .*illegal operation on a directory/,
  );
  expect(shown).toContain('The good text.');
  expect(shown).not.toContain('Something went wrong');
});

async function problemIn(name: string): Promise<void> {
  for (;;) {
    const { body } = await getWithAccept(preview.origin, '/@lectern/problems', null);
    const problems = JSON.parse(body) as { file: string }[];
    if (problems.some(({ file }) => file.endsWith(name))) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}
