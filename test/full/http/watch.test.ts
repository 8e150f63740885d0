import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#app/env.ts';
import type { RunningServer } from '#app/start-server.ts';
import { startWatching } from '#app/watch/start-watching.ts';
import { collectLog } from '#test/collected-log.ts';
import { copyBuild } from '#test/copied-build.ts';
import { postForm } from '#test/http/forms-site.ts';
import { smallBuild } from '#test/small-build.ts';
import { bannerOf, untilPage } from '#test/watched-page.ts';
import { useShared } from '#test/use-shared.ts';

// The publisher is a process of its own, as in production.

const { log, lines } = collectLog();
const build = useShared(async () => copyBuild(await smallBuild()));
let site: RunningServer;

const page = (text: string, fields = '') =>
  `---\ntitle: Trial\nsummary: A page that a writer is working on.\n${fields}---\n\n${text}\n`;

function write(path: string, content: string | Buffer): void {
  const file = join(build.contentDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const untilShown = (path: string, text: string) =>
  untilPage(site.origin, path, ({ html }) => html.includes(text));

const untilBanner = (path: string, text: string) =>
  untilPage(site.origin, path, ({ html }) => bannerOf(html)?.includes(text) ?? false);

const untilNoBanner = (path: string) =>
  untilPage(site.origin, path, ({ html }) => bannerOf(html) === undefined);

function settingsOf(distDir: string) {
  const environment = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    ENCODER: 'off',
    DATA_DIR: join(distDir, '../data'),
    // Of the live site, which the preview must not use.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/live',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'office@larkmoor.example',
  };
  return { config: readConfig(environment), distDir, environment, log, warmsUp: false };
}

beforeAll(async () => {
  site = await startWatching(settingsOf(build.dist));
});

afterEach(async () => {
  for (const file of globSync('{pages/trial*,handbook/trial}', { cwd: build.contentDir }))
    rmSync(join(build.contentDir, file), { recursive: true });
  await untilNoBanner('/contact');
});

afterAll(async () => {
  const code = await site.stop();
  expect(code).toBe(0);
});

test('a save shows the new page, its Markdown and its search, and reloads only pages that changed', async () => {
  await untilShown('/fees', 'What a course costs.');
  const events = await fetch(`${site.origin}/.watch/events?path=/contact`);
  const reader = events.body!.getReader();
  const versions = async () =>
    new Set(new TextDecoder().decode((await reader.read()).value).match(/\w{16}/g));
  const before = await versions();

  build.edit('pages/fees.mdx', (text) => text.replace('What a course costs.', 'What a quokka costs.'));
  await untilShown('/fees', 'What a quokka costs.');
  const after = await versions();
  await reader.cancel();
  const twin = await fetch(`${site.origin}/fees`, { headers: { Accept: 'text/markdown' } });
  const search = await untilShown('/search?q=quokka', 'href="/fees');

  expect(await twin.text()).toContain('What a quokka costs.');
  expect(search).toContain('quokka');
  expect(before.size).toBe(1);
  expect(after).toEqual(before);
});

test('a file that cannot be rendered keeps its last good page under its problem, which goes when it is fixed', async () => {
  write('pages/trial-edit.mdx', page('The good text.'));
  await untilShown('/trial-edit', 'The good text.');

  write('pages/trial-edit.mdx', page('The bad text { of today.'));
  const broken = await untilBanner('/trial-edit', 'pages/trial-edit.mdx:6');
  const other = await untilBanner('/contact', 'pages/trial-edit.mdx:6');
  write('pages/trial-edit.mdx', page('The fixed text.'));
  await untilShown('/trial-edit', 'The fixed text.');
  const fixed = await untilNoBanner('/trial-edit');

  expect(broken).toContain('The good text.');
  expect(fixed).toContain('The fixed text.');
  expect(bannerOf(broken)).toContain('This is the last version of this page');
  expect(bannerOf(broken)).toContain('write \\{');
  expect(bannerOf(other)).not.toContain('last version');
});

test('a new file that cannot be rendered has no page, and its address says why', async () => {
  write('pages/trial-new.mdx', page('A { stray.'));

  const html = await untilBanner('/trial-new', 'pages/trial-new.mdx:6');

  expect(bannerOf(html)).toContain('This page can’t be shown yet.');
});

test('a page with an error that readers would not get shows its last text, with the error', async () => {
  write('pages/trial-link.mdx', page('See [nothing](/nowhere).'));

  const html = await untilShown('/trial-link', 'See <a href="/nowhere"');

  expect(bannerOf(html)).toMatch(/pages\/trial-link\.mdx:6/);
});

test('drafts and pages of another day are shown, and say that readers do not see them', async () => {
  write('pages/trial-draft.mdx', page('Text.', 'draft: true\n'));
  write('pages/trial-later.mdx', page('Text.', 'publishAt: 2999-01-11\n'));

  const draft = await untilPage(site.origin, '/trial-draft', ({ status }) => status === 200);
  const later = await untilPage(site.origin, '/trial-later', ({ status }) => status === 200);
  write('pages/trial-draft.mdx', page('It is published.'));
  await untilShown('/trial-draft', 'It is published.');
  const open = await untilNoBanner('/trial-draft');

  expect(bannerOf(draft)).toContain('Draft: readers don’t see this page.');
  expect(bannerOf(later)).toContain('Not published yet');
  expect(open).toContain('It is published.');
});

test('files saved by rename, many at once, in a new folder, with a photo, and deleted ones are published', async () => {
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const handbook = join(build.contentDir, 'handbook/trial');
  mkdirSync(`${handbook}-new`);
  for (let number = 1; number <= 20; number += 1)
    writeFileSync(join(`${handbook}-new`, `page-${number}.mdx`), page(`Number ${number}.`));
  renameSync(`${handbook}-new`, handbook);
  write('handbook/trial/weir.jpg', photo);
  write('handbook/trial/index.mdx', page('![Water over a weir](./weir.jpg)'));

  const pictured = await untilShown('/handbook/trial', 'alt="Water over a weir"');
  const last = await untilShown('/handbook/trial/page-20', 'Number 20.');
  writeFileSync(join(build.contentDir, '.saved'), page('Number twenty.'));
  renameSync(join(build.contentDir, '.saved'), join(handbook, 'page-20.mdx'));
  const replaced = await untilShown('/handbook/trial/page-20', 'Number twenty.');
  rmSync(join(handbook, 'page-20.mdx'));
  await untilPage(site.origin, '/handbook/trial/page-20', ({ status }) => status === 404);
  const [, picture = ''] = /<img[^>]*src="([^"]+)"[^>]*alt="Water over a weir"/.exec(pictured) ?? [];

  expect([last, replaced].map(bannerOf)).toEqual([undefined, undefined]);
  expect((await fetch(site.origin + picture)).headers.get('content-type')).toMatch(/^image\//);
});

test('a change of the institute’s facts is published', async () => {
  const facts = join(dirname(build.contentDir), 'institute.yaml');
  const before = readFileSync(facts, 'utf8');

  writeFileSync(facts, before.replace(/^name: .*/m, 'name: The Quokka Institute'));
  const renamed = await untilShown('/', 'The Quokka Institute');
  writeFileSync(facts, before.replace(/^name: .*/m, 'nome: The Quokka Institute'));
  const broken = await untilBanner('/', 'institute.yaml:');
  writeFileSync(facts, before);

  expect(bannerOf(renamed)).toBeUndefined();
  expect(broken).toContain('The Quokka Institute');
});

test('the terminal has each problem with file and line', async () => {
  write('pages/trial-terminal.mdx', page('A { stray.'));

  const problems = () => lines.filter(({ name, level }) => name === 'publisher' && level === 'warn');

  await expect
    .poll(() => problems().map(({ msg }) => msg), { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/pages\/trial-terminal\.mdx:6: /));
});

test('a form is stored in the preview’s own store, not the live site’s, and sends no mail', async () => {
  const sent = await postForm(`${site.origin}/newsletter`, { email: 'ann@example.org' });
  const store = join(build.dist, '../data/watch/site.sqlite');
  const database = new DatabaseSync(store, { readOnly: true });
  const count = (table: string) => database.prepare(`select count(*) as count from ${table}`).get();

  expect(sent.status).toBe(303);
  expect([count('signups'), count('outbox')]).toEqual([{ count: 1 }, { count: 0 }]);
  database.close();
  expect(existsSync(join(build.dist, '../data/site.sqlite'))).toBe(false);
});

test('a name that may be another site’s is refused, and so is a page of another site', async () => {
  const { port } = new URL(site.origin);
  const sent = request({
    port,
    host: '127.0.0.1',
    path: '/',
    headers: { Host: `evil.example:${port}` },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];

  expect(response.statusCode).toBe(421);
  expect(await text(response)).toContain('set SITE_URL');
  const read = await fetch(`${site.origin}/contact.md`, { headers: { Origin: 'https://evil.example' } });
  expect(read.status).toBe(421);
});

test('a folder that is a copy of a repository is refused', async () => {
  const options = settingsOf(build.dist);

  const refused = startWatching({ ...options, config: { ...options.config, CONTENT_REPO: 'origin.git' } });

  await expect(refused).rejects.toThrow('CONTENT_REPO is set');
});
