import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Manifest } from '#lib/build-format/manifest.ts';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { createPublicationFolder } from '#test/publications.ts';
import { smallBuild } from '#test/small-build.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';
import { toolCall } from '#test/tool-call.ts';

const course = '/courses/soil-science';
const sentence = 'A sentence that was published while the server runs.';
const folder = useShared(async () => createPublicationFolder((await smallBuild()).distDir));
let site: ServedSite;
/** Length of the server's output at the start of the test. */
let began = 0;

beforeAll(async () => {
  folder.publish(folder.original);
  site = await serveSite(folder.distDir, { DATA_DIR: folder.dataDir, TRUSTED_PROXIES: 'loopback' });
});

beforeEach(() => {
  began = site.output().length;
});

afterEach(async () => {
  folder.publish(folder.original);
  const { etag } = folder.original.pages.find(({ path }) => path === course)!.html;
  await eventually(async () => {
    expect((await get(course)).headers.get('etag')).toContain(etag.slice(0, -1));
    expect((await search('soil science'))[0]).toBe(course);
  });
});

afterAll(async () => {
  const code = await site.stop();
  expect(code).toBe(0);
});

const get = (path: string, accept = 'text/html') =>
  fetch(site.origin + path, { redirect: 'manual', headers: { Accept: accept } });
const includes = async (path: string, text: string) => (await textOf(path)).includes(text);
const textOf = async (path: string, accept?: string) => (await get(path, accept)).text();

async function search(query: string): Promise<string[]> {
  const response = await get(`/api/search?q=${encodeURIComponent(query)}`);
  const { results } = (await response.json()) as SearchAnswer;
  return results.map(({ url }) => new URL(url).pathname);
}

async function callTool(name: string, input: object): Promise<string> {
  return (await fetch(`${site.origin}/mcp`, toolCall(name, input))).text();
}

const without = (manifest: Manifest, path: string): Manifest => ({
  ...manifest,
  pages: manifest.pages.filter((page) => page.path !== path),
});

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 25 });

test('a changed page is served in both variants, with new entity tags', async () => {
  const before = await get(course);

  folder.publish(folder.withSentence(folder.original, course, sentence));

  await eventually(async () => expect(await includes(course, sentence)).toBe(true));
  const after = await get(course);
  expect(await textOf(course, 'text/markdown')).toContain(sentence);
  expect(await textOf(`${course}.md`)).toContain(sentence);
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(site.troubles(began)).toEqual([]);
});

test('a removed page is no longer served or found, even before the new search index is written', async () => {
  expect((await search('soil science'))[0]).toBe(course);

  folder.publish(without(folder.original, course));

  await eventually(async () => expect((await get(course)).status).toBe(404));
  expect((await get(`${course}.md`)).status).toBe(404);
  expect(await search('soil science')).not.toContain(course);
  expect(await search('SOIL101')).not.toContain(course);
  expect(await textOf('/search?q=soil+science')).not.toContain(`href="${course}"`);
  expect(await callTool('search', { query: 'soil science' })).not.toContain(`${course}"`);
  expect(await callTool('read_page', { url: course })).toContain('isError');
});

test('a moved page redirects to its new address, which searches find once the index is written', async () => {
  const moved = '/courses/science-of-soil';
  const manifest: Manifest = {
    ...folder.original,
    pages: folder.original.pages.map((page) =>
      page.path === course ? { ...page, path: moved, markdownPath: `${moved}.md` } : page,
    ),
    redirects: [...folder.original.redirects.filter(({ to }) => to !== course), { from: course, to: moved }],
  };

  folder.publish(manifest);
  await eventually(async () => expect((await get(moved)).status).toBe(200));
  const former = await get(course);
  folder.publish({ ...manifest, serverFiles: await folder.writeIndexes(manifest) });

  expect(former.status).toBe(308);
  expect(former.headers.get('location')).toBe(moved);
  await eventually(async () => expect((await search('soil science'))[0]).toBe(moved));
  expect(await search('register')).toContain('/register');
  expect(site.troubles(began)).toEqual([]);
});

test('forms and the API description show changed courses', async () => {
  const [name, title] = ['Soil Science', 'The Science of Soil'];
  const entries = folder.read(folder.original.serverFiles.entries);
  const dayBefore = await get('/openapi.json');
  writeFileSync(join(folder.distDir, 'published-by-test/entries.json'), entries.replaceAll(name, title));
  const before = await textOf('/register');

  folder.publish({
    ...folder.original,
    serverFiles: { ...folder.original.serverFiles, entries: 'published-by-test/entries.json' },
  });

  await eventually(async () => expect(await textOf('/register')).toContain(title));
  expect(before).toContain(name);
  expect(before).not.toContain(title);
  expect(dayBefore.status).toBe(200);
  expect((await get('/openapi.json')).status).toBe(200);
});

test.each([
  ['a damaged manifest', (text: string) => text.slice(0, text.length / 2)],
  [
    'a manifest with a missing file',
    (text: string) => text.replace(/"(?:client|published)\/[^"]+\.html"/, '"client/none.html"'),
  ],
  ['the manifest of another build', (text: string) => text.replace(/"builtAt":"\d/, '"builtAt":"1')],
])('%s is logged once, and the site is unchanged until the next publication', async (_what, damage) => {
  const changed = folder.withSentence(folder.original, course, sentence);

  folder.writeManifest(damage(JSON.stringify(changed)));
  await eventually(async () => expect(site.troubles(began)).toHaveLength(1));
  // Longer than the first retries.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const meanwhile = [await textOf(course), await textOf('/')];
  folder.publish(changed);

  await eventually(async () => expect(await includes(course, sentence)).toBe(true));
  expect(meanwhile[0]).not.toContain(sentence);
  expect(site.troubles(began)).toHaveLength(1);
  expect(site.troubles(began)[0]).toMatchObject({ name: 'publication', level: 'error' });
});

test('a publication whose files arrive after its manifest is served once they are complete', async () => {
  const changed = folder.withSentence(folder.original, course, sentence);
  const { html } = changed.pages.find(({ path }) => path === course)!;
  const text = folder.read(html.file);
  rmSync(join(folder.distDir, html.file));

  folder.publish(changed);
  await eventually(async () => expect(site.troubles(began)).toHaveLength(1));
  writeFileSync(join(folder.distDir, html.file), text);

  await eventually(async () => expect(await includes(course, sentence)).toBe(true));
});

test('none of thousands of requests fails or mixes two publications', async () => {
  const states = Array.from({ length: 12 }, (_, index) =>
    folder.withSentence(folder.original, course, `State number ${index}.`),
  );
  const paths = [course, `${course}.md`, '/', '/register', '/api/search?q=soil', '/courses'];
  const problems = new Set<string>();
  let isDone = false;
  let requests = 0;
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let turn = client; !isDone; turn++) {
      const path = paths[turn % paths.length]!;
      // The rate limits are per client.
      const headers = {
        'Accept-Encoding': turn % 2 === 0 ? 'identity' : 'br',
        'X-Forwarded-For': `192.0.2.${turn % 250}`,
      };
      const response = await fetch(site.origin + path, { headers });
      const body = await response.text();
      requests++;
      const found = body.match(/State number \d+\./g) ?? [];
      if (response.status !== 200 || found.length > 1 || body.length < 100) {
        problems.add(`${path}: ${response.status}, ${found.join(' ')}, ${body.length} characters`);
      }
    }
  });

  for (let turn = 0; requests < 2_000 || turn % states.length > 0; turn++) {
    folder.publish(states[turn % states.length]!);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await eventually(async () => expect(await includes(course, 'State number 11.')).toBe(true));
  isDone = true;
  await Promise.all(clients);

  expect([...problems]).toEqual([]);
  expect(site.troubles(began)).toEqual([]);
});
