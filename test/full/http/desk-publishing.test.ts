import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { contentPicturesCache } from '#lib/content/documents/content-pictures.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps, encode, news } from '#test/http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 400_000 });

const desk = useShared(() => serveDesk());
const { addPicture, changesOf, create, decide, discard, move, publish, submit, write } = createDeskSteps(
  () => desk,
);

const contentOf = (file: string) => readFileSync(`src/content/${file}`, 'utf8');

/** Returns whether visitors find a page at its address, as Markdown, in the sitemap and in the search. */
async function appearsIn(address: string, words: string) {
  const { origin } = desk.repository.site;
  const [page, twin, sitemap, found] = await Promise.all([
    fetch(origin + address, { redirect: 'manual' }),
    fetch(`${origin}${address}.md`, { redirect: 'manual' }),
    desk.repository.text('/sitemap-0.xml'),
    desk.repository.text(`/api/search?q=${encode(words)}&limit=50`),
  ]);
  return {
    page: page.status,
    twin: twin.status,
    sitemap: sitemap.includes(`${address}<`),
    search: found.includes(`${address}"`),
  };
}

const photo = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Polls, because the search is published shortly after the pages. */
async function expectEverywhere(address: string, words: string): Promise<void> {
  const everywhere = { page: 200, twin: 200, sitemap: true, search: true };
  await vi.waitFor(async () => expect(await appearsIn(address, words)).toEqual(everywhere), {
    timeout: 180_000,
    interval: 100,
  });
}

test('an unpublished entry disappears from its page, twin, search and sitemap, and returns when it is published again', async () => {
  const file = await create('Weir lecture');
  const [address, words] = ['/news/weir-lecture', 'hydraulic jump lecture'];
  await write(file, news('Weir lecture', 'A public hydraulic jump lecture at the weir.'));
  await submit(await changesOf(file), 'A lecture');
  await publish(await changesOf(file));
  await expectEverywhere(address, words);
  const path = `/staff/content/history?file=${encode(file)}`;

  const unpublished = await desk.act('editor', path, { action: 'unpublish' });
  const changes = unpublished.headers.get('location') ?? '';
  await submit(changes, 'The lecture is cancelled');
  const published = await publish(changes);
  const hidden = await appearsIn(address, words);
  const listed = await desk.text('/staff/content?q=weir-lecture', 'editor');
  const again = await desk.act('editor', path, { action: 'publish-again', state: 'draft' });
  await submit(again.headers.get('location') ?? '', 'The lecture takes place');
  await publish(again.headers.get('location') ?? '');

  expect(hidden).toEqual({ page: 404, twin: 404, sitemap: false, search: false });
  expect(published).toContain('Readers can’t see it because it is a draft.');
  expect(published).not.toContain('Live since');
  expect(published).not.toContain('Open the live page');
  expect(listed).toMatch(/>\s*Draft\s*<\/span>/);
  await expectEverywhere(address, words);
  expect(
    desk.repository.pushed.git('fetch', '--quiet') +
      desk.repository.pushed.git('show', `origin/main:${file}`),
  ).not.toContain('draft:');
});

test('the page of published changes says when readers will see news with a future date', async () => {
  const [file, other] = [await create('Weir open day'), await create('Weir closed')];
  const later = (text: string) => text.replace('date: 2026-01-05', 'date: 2099-11-30');
  const changes = await write(file, later(news('Weir open day', 'Come and see.')));
  await submit(changes, 'An open day');

  const published = await publish(changes);

  expect(published).toMatch(
    /class="done" role="status">\s*Published\s+<time[^>]*>[^<]+<\/time>\.\s*Readers can see it from <time[^>]*>Monday 30 November 2099<\/time>\./,
  );
  expect(published).not.toContain('Live since');
  expect(published).not.toContain('Open the live page');
  const both = await write(file, later(news('Weir open day', 'Come in the morning.')));
  await write(other, news('Weir closed', 'For works.'));
  await move(await changesOf(other), other, both.split('/').at(-1) ?? '');
  await submit(both, 'Two days');
  const mixed = await publish(both);
  expect(mixed).toMatch(
    /Live since\s+<time[^>]*>[^<]+<\/time>\.\s*Readers can’t see all of it; details are below\./,
  );
  expect(mixed).toContain('href="/news/weir-closed"');
  expect(mixed).not.toContain('href="/news/weir-open-day"');
});

test('an error in one entry of a change set refuses to submit all of them, and one commit publishes them without it', async () => {
  const [first, second] = [await create('Autumn prices'), await create('Autumn rooms')];
  const changes = await write(first, news('Autumn prices', 'Prices stay as they are.'));
  const other = await write(second, news('Autumn rooms', 'See [the rooms](/rooms-of-nowhere).'));
  const before = desk.repository.pushed.log().length;

  const moved = await move(other, second, changes.split('/').at(-1) ?? '');
  const emptied = await desk.get(other, 'editor');
  await desk.act('editor', changes, { action: 'rename', title: 'Autumn' });
  const refused = await desk.act('editor', changes, {
    action: 'submit',
    sentence: 'What changes in autumn',
  });
  const page = await refused.text();
  const untouched = [desk.repository.pushed.log().length, (await desk.get('/news/autumn-prices')).status];
  await write(second, news('Autumn rooms', 'The rooms stay as they are.'));
  await submit(changes, 'What changes in autumn');
  await publish(changes);

  expect([moved.status, emptied.status, refused.status]).toEqual([303, 404, 400]);
  expect(page).toContain('These changes have an error.');
  expect(page).toContain('value="What changes in autumn"');
  expect(page).toContain('href="/staff/content/edit?file=news%2Fautumn-rooms.mdx#line-7"');
  expect(untouched).toEqual([before, 404]);
  const [commit, ...earlier] = desk.repository.pushed.log();
  expect(commit).toContain('What changes in autumn');
  expect(earlier).toHaveLength(before);
  const files = desk.repository.pushed.git(
    '-C',
    desk.repository.pushed.origin,
    'show',
    '--format=',
    '--name-only',
    'main',
  );
  expect(files.split('\n')).toEqual([first, second]);
  expect([
    (await desk.get('/news/autumn-prices')).status,
    (await desk.get('/news/autumn-rooms')).status,
  ]).toEqual([200, 200]);
});

test('a moved draft keeps its new picture and loses its approval', async () => {
  const [file, other] = [await create('Pit opened'), await create('Pit closed')];
  await write(file, news('Pit opened', 'Text.'));
  const target = await write(other, news('Pit closed', 'Text.'));
  const picture = await addPicture(file, await photo('#864'));
  const changes = await write(file, news('Pit opened', `![A pit](${picture})`));
  await submit(changes, 'A pit');
  const later = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await decide('reviewer', changes, { action: 'approve', when: 'later', at: later });

  await move(changes, file, target.split('/').at(-1) ?? '');
  const view = await desk.text(target, 'editor');
  const gone = await desk.get(changes, 'editor');
  const log = await desk.text('/staff/log', 'admin');
  await discard(target, file);
  const left = await desk.text(target, 'editor');

  expect(view).toContain('Pit opened');
  expect(view).toContain(`news/${picture.slice(2)}`);
  expect(view).toContain('Submit for review');
  expect(gone.status).toBe(404);
  expect(log).toContain('Pit closed');
  expect(left).not.toContain(picture.slice(2));
  expect(left).toContain('Pit closed');
});

test('a change that breaks other entries lists their files and lines, in the editor and before approval', async () => {
  const file = 'handbook/money/fees-and-refunds.mdx';
  const text = contentOf(file).replace(/^## Refunds$/m, '## Money back');
  const { cookie, token } = await desk.openForm('editor', '/staff/content/new');
  const { origin } = desk.repository.site;
  const checked = await fetch(`${origin}/staff/content/elsewhere`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Csrf-Token': token, Cookie: cookie, Origin: origin },
    body: JSON.stringify({ file, text }),
  });
  const { problems } = (await checked.json()) as { problems: { file: string; line: number }[] };
  const changes = await write(file, text);
  const view = await desk.text(changes, 'reviewer');

  const expected = contentOf('handbook/money/bursaries.mdx')
    .split('\n')
    .findIndex((line) => line.includes('fees-and-refunds#refunds'));
  expect(problems).toContainEqual(
    expect.objectContaining({ file: 'handbook/money/bursaries.mdx', line: expected + 1 }),
  );
  expect(problems.map((problem) => problem.file)).not.toContain(file);
  expect(view).toContain('Problems that this causes in other entries');
  expect(view).toMatch(new RegExp(`handbook/money/bursaries\\.mdx:${expected + 1}\\s*<`));
  await discard(changes, file);
});

test('deleting a course lists the programmes that contain it, before and after the deletion', async () => {
  const [file, program] = ['courses/soil-science.mdx', 'programs/certificate-land-and-water.mdx'];
  const line =
    contentOf(program)
      .split('\n')
      .findIndex((each) => each.includes('courses: [REST101, SOIL101]')) + 1;
  const path = `/staff/content/delete?file=${encode(file)}`;

  const form = await desk.text(path, 'editor');
  const removed = await desk.act('editor', path, { readers: 'nowhere' });
  const changes = removed.headers.get('location') ?? '';
  const view = await desk.text(changes, 'reviewer');

  for (const page of [form, view]) {
    expect(page).toMatch(new RegExp(`${program}:${line}\\s*<`));
    expect(page).toContain('there is no course &quot;SOIL101&quot;');
  }
  await discard(changes, file);
});

/** Writes news with a picture, and creates a preview link. */
async function previewPicture(title: string, background: string) {
  const file = await create(title);
  const picture = await addPicture(file, await photo(background));
  const changes = await write(file, news(title, `![A pit](${picture})`));
  await desk.act('editor', changes, { action: 'link', file, days: '1' });
  const shown = await desk.text(changes, 'editor');
  const address = new URL(/href="(http[^"]*\/preview\/[^"]+)"/.exec(shown)?.[1] ?? '').pathname;
  const link = /name="link" value="([^"]+)"/.exec(shown)?.[1] ?? '';
  const html = await desk.text(address, undefined);
  const found = html.matchAll(/(?:src|srcset)="([^" ]*\/_astro\/pit[^" ]*)/g);
  return { changes, link, address, pictures: [...found].map(([, path = '']) => path) };
}

test('a new picture is served to the holder of a preview link, and refused to others', async () => {
  const { changes, link, address, pictures } = await previewPicture('Pit in a picture', '#468');

  const seen = await Promise.all(pictures.map((path) => desk.get(path)));
  const name = pictures[0]?.split('/').at(-1) ?? '';
  const others = await Promise.all(
    [
      `/_astro/${name}`,
      `/staff/content/picture?name=${name}`,
      `/preview/${'0'.repeat(32)}.zzzzzz.${'A'.repeat(22)}/_astro/${name}`,
      `${address.replace(/\/news\/.*/, '')}/_astro/..%2Fmanifest.json`,
    ].map(async (path) => (await desk.get(path)).status),
  );
  await desk.act('editor', changes, { action: 'revoke', link });
  const revoked = await desk.get(pictures[0] ?? '');

  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.every((path) => path.startsWith('/preview/'))).toBe(true);
  for (const response of seen) {
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBeGreaterThan(100);
  }
  expect(others).toEqual([404, 303, 404, 400]);
  expect(revoked.status).toBe(404);
});

test('a server that has not converted a picture of a draft serves it to readers who may see the draft', async () => {
  const { pictures } = await previewPicture('Pit on another server', '#246');
  const other = await previewPicture('Pit of others', '#642');
  const nameOf = (path = '') => path.split('/').at(-1) ?? '';
  const names = [...pictures, ...other.pictures].map(nameOf);
  const isConverted = names.map((name) => existsSync(join(contentPicturesCache, name)));
  for (const name of names) rmSync(join(contentPicturesCache, name));

  const preview = await desk.get(pictures[0]!);
  const frame = await desk.get(`/staff/content/picture?name=${nameOf(pictures[0])}`, 'editor');
  const foreign = await desk.get(pictures[0]!.replace(/[^/]*$/, nameOf(other.pictures[0])));

  expect(new Set(isConverted)).toEqual(new Set([true]));
  for (const response of [preview, frame]) {
    expect(response.headers.get('content-type')).toBe('image/webp');
    const { width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(String(width)).toBe(/-(\d+)\.\w+$/.exec(pictures[0]!)?.[1]);
  }
  expect(foreign.status).toBe(404);
});
