import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { createPublicationFolder } from '#test/publications.ts';
import { serveProcess, type ServedSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';
import { publishContent } from '#app/publisher/publish-current-content.ts';

const prerendered = ['/', '/about', '/courses/soil-science', '/developers/first-steps'];
const onDemand = [
  '/search',
  '/ask',
  '/register',
  '/apply',
  '/courses/compare',
  '/programs/compare',
  '/staff',
];
const everywhere = [...prerendered, ...onDemand];
const folder = useShared(() => createPublicationFolder());
let contentDir: string;
let site: ServedSite;

beforeAll(async () => {
  contentDir = join(folder.distDir, '../content');
  cpSync('src/content', contentDir, { recursive: true });
  folder.publish({ ...folder.original, contentDir });
  site = await serveProcess(folder.distDir, { DATA_DIR: folder.dataDir, PUBLISHER: 'on' });
});

afterAll(async () => {
  const code = await site.stop();
  expect(code).toBe(0);
});

const textOf = async (path: string, accept = 'text/html') =>
  (await fetch(site.origin + path, { headers: { Accept: accept } })).text();

/** The pages that contain a text. */
async function pagesWith(text: string): Promise<string[]> {
  const shown = await Promise.all(everywhere.map(async (path) => (await textOf(path)).includes(text)));
  return everywhere.filter((_, at) => shown[at]);
}

async function search(query: string): Promise<string[]> {
  const answer = (await (await fetch(`${site.origin}/api/search?q=${query}`)).json()) as SearchAnswer;
  return answer.results.map(({ url }) => new URL(url).pathname);
}

/** Polls at a long interval, because a client may request 300 pages on demand per minute. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 180_000, interval: 1_500 });

const write = (name: string, text: string) => writeFileSync(join(contentDir, 'settings', name), text);

const notice = 'Weir House is closed for snow.';
const noticeFile = `text: ${notice}\nuntil: 2099-01-15\nlink: { title: How courses go on, path: /contact }\n`;

test('a published notice is on every page within seconds', async () => {
  write('notice.yaml', noticeFile);

  const { failure, refused } = await publishContent(folder.distDir);

  await eventually(async () => expect(await pagesWith(notice)).toEqual(everywhere));
  expect({ failure, refused }).toEqual({ failure: undefined, refused: '' });
  expect(await textOf('/about', 'text/markdown')).toContain(notice);
  expect(await textOf('/search')).toContain('<a href="/contact">How courses go on</a>');
}, 400_000);

test('an empty file removes a notice, and a new link in a menu is on every page', async () => {
  write('notice.yaml', '');
  write('navigation.yaml', 'main:\n  - { title: The library, path: /handbook }\n');

  await publishContent(folder.distDir);

  await eventually(async () => expect(await pagesWith('The library')).toEqual(everywhere));
  await eventually(async () => expect(await pagesWith(notice)).toEqual([]));
  expect(await textOf('/about')).not.toContain('href="/cookies"');
}, 400_000);

test('the default menus link to the collections; new synonyms and suggestions need no restart', async () => {
  expect(await search('quagmire')).toEqual([]);
  rmSync(join(contentDir, 'settings/navigation.yaml'));
  write(
    'search.yaml',
    'suggestions: [marsh gas]\nquestions: ["Is there a bus?"]\notherWords: [quagmire > peatland]\n',
  );

  await publishContent(folder.distDir);

  await eventually(async () => expect(await pagesWith('The library')).toEqual([]));
  for (const path of ['/courses', '/events', '/enquire']) {
    expect(await textOf('/about')).toContain(`<a href="${path}">`);
    expect(await textOf('/search')).toContain(`<a href="${path}">`);
  }
  await eventually(async () => expect(await search('quagmire')).toContain('/courses/peatland-restoration'));
  expect(await textOf('/search')).toContain('<a href="/search?q=marsh%20gas">marsh gas</a>');
  expect(await textOf('/developers')).toContain('marsh%20gas');
  expect(await textOf('/openapi.json', 'application/json')).toContain('marsh gas');
}, 400_000);
