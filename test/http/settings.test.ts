import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { createPublicationFolder, type PublicationFolder } from '#test/publications.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { publishContent } from '../../scripts/publish-content.ts';

const prerendered = ['/', '/about', '/courses/soil-science', '/developers/first-steps'];
const onDemand = ['/search', '/ask', '/register', '/apply', '/courses/compare', '/staff'];
const everywhere = [...prerendered, ...onDemand];
let folder: PublicationFolder;
let contentDir: string;
let site: ServedSite;

beforeAll(async () => {
  folder = createPublicationFolder();
  contentDir = join(folder.distDir, '../content');
  cpSync('src/content', contentDir, { recursive: true });
  folder.publish({ ...folder.original, contentDir });
  site = await serveSite(folder.distDir, { DATA_DIR: folder.dataDir, PUBLISHER: 'on' });
});

afterAll(async () => {
  const code = await site.stop();
  folder.remove();
  expect(code).toBe(0);
});

/** Writes a settings file and publishes it. */
function publish(name: string, text: string) {
  writeFileSync(join(contentDir, 'settings', name), text);
  return publishContent(folder.distDir);
}

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

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

test('a notice that is published is on every page within seconds, and an empty file takes it down', async () => {
  const notice = 'Weir House is closed for snow.';

  const { failure, refused } = await publish(
    'notice.yaml',
    `text: ${notice}\nuntil: 2099-01-15\nlink: { title: How courses go on, path: /contact }\n`,
  );
  await eventually(async () => expect(await pagesWith(notice)).toEqual(everywhere));

  expect({ failure, refused }).toEqual({ failure: undefined, refused: '' });
  expect(await textOf('/about', 'text/markdown')).toContain(notice);
  expect(await textOf('/search')).toContain('<a href="/contact">How courses go on</a>');

  await publish('notice.yaml', '');
  await eventually(async () => expect(await pagesWith(notice)).toEqual([]));
}, 60_000);

test('a link in a menu is on every page, and the default menus lead to the collections', async () => {
  await publish('navigation.yaml', 'main:\n  - { title: The library, path: /handbook }\n');
  await eventually(async () => expect(await pagesWith('The library')).toEqual(everywhere));
  expect(await textOf('/about')).not.toContain('href="/cookies"');

  rmSync(join(contentDir, 'settings/navigation.yaml'));
  await publishContent(folder.distDir);
  await eventually(async () => expect(await pagesWith('The library')).toEqual([]));
  for (const path of ['/courses', '/events', '/enquire']) {
    expect(await textOf('/about')).toContain(`<a href="${path}">`);
    expect(await textOf('/search')).toContain(`<a href="${path}">`);
  }
}, 60_000);

test('a synonym finds pages, and suggested searches and questions are shown, without a restart', async () => {
  expect(await search('quagmire')).toEqual([]);

  await publish(
    'search.yaml',
    'suggestions: [marsh gas]\nquestions: ["Is there a bus?"]\notherWords: [quagmire > peatland]\n',
  );

  await eventually(async () => expect(await search('quagmire')).toContain('/courses/peatland-restoration'));
  expect(await textOf('/search')).toContain('<a href="/search?q=marsh%20gas">marsh gas</a>');
  expect(await textOf('/developers')).toContain('marsh%20gas');
  expect(await textOf('/openapi.json', 'application/json')).toContain('marsh gas');
});

test('a file with an error keeps its last good state and is named; the others are published', async () => {
  await publish('notice.yaml', 'text: The valley road is flooded.\nuntil: 2099-01-15\n');
  writeFileSync(join(contentDir, 'settings/home.yaml'), 'audiences: []\n');

  const { refused } = await publish('notice.yaml', 'text: The valley road is open.\nuntl: 2099-01-15\n');
  await eventually(async () => expect(await textOf('/')).not.toContain('Martin Thwaite'));

  expect(refused).toContain(
    'settings/notice.yaml:2: there is no field "untl" in notice.yaml: did you mean until?',
  );
  expect(await pagesWith('The valley road is flooded.')).toEqual(everywhere);
}, 60_000);
