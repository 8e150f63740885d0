import { copyFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createProof, restoreGood } from '#app/open-good.ts';
import { openPublished } from '#lib/delivery/published.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { createPublicationFolder } from '#test/publications.ts';
import { smallBuild } from '#test/small-build.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';

const course = '/courses/soil-science';
const sentence = 'A sentence of the last publication.';
const folder = useShared(async () => createPublicationFolder((await smallBuild()).distDir));
let last: Manifest;
let site: ServedSite | undefined;

const inBuild = (file: string) => join(folder.distDir, file);
const publicationFile = (name: string) => `published-by-test/${name}`;

beforeAll(() => {
  mkdirSync(inBuild('manifests'));
  writeFileSync(inBuild('manifests/1.json'), JSON.stringify(folder.original));
});

/** Gives the last publication separate copies of its files, so that a test damages no other publication. */
beforeEach(() => {
  const { serverFiles } = folder.original;
  const copy = (file: string) => {
    copyFileSync(inBuild(file), inBuild(publicationFile(`last-${file.replaceAll('/', '-')}`)));
    return publicationFile(`last-${file.replaceAll('/', '-')}`);
  };
  last = {
    ...folder.withSentence(folder.original, course, sentence),
    serverFiles: {
      ...serverFiles,
      searchIndex: copy(serverFiles.searchIndex),
      passages: copy(serverFiles.passages),
      entries: copy(serverFiles.entries),
    },
  };
  folder.publish(last);
});

afterEach(async () => {
  await site?.stop();
  site = undefined;
  rmSync(inBuild('manifest.json'), { recursive: true, force: true });
});

const start = async (settings: NodeJS.ProcessEnv = {}) =>
  (site = await serveSite(folder.distDir, { DATA_DIR: folder.dataDir, ...settings }));
const text = async (path: string) => (await fetch(`${site?.origin}${path}`)).text();
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

const writeManifest = (content: string) => () => writeFileSync(inBuild('manifest.json'), content);
const change = (damage: (manifest: Manifest) => void) => () => {
  const manifest = structuredClone(last);
  damage(manifest);
  writeManifest(JSON.stringify(manifest))();
};
const pageOf = ({ pages }: Manifest) => pages.find(({ path }) => path === course)!;
const fileOf = (name: 'searchIndex' | 'passages' | 'entries') => inBuild(last.serverFiles[name]);
const withoutPage = (status: number) =>
  change((manifest) => (manifest.pages = manifest.pages.filter((page) => page.status !== status)));

const damages: readonly (readonly [what: string, damage: () => void])[] = [
  ['no manifest', () => rmSync(inBuild('manifest.json'))],
  ['a truncated manifest', () => truncateSync(inBuild('manifest.json'), 10_000)],
  ['an empty manifest', writeManifest('')],
  [
    'a folder in place of the manifest',
    () => {
      rmSync(inBuild('manifest.json'));
      mkdirSync(inBuild('manifest.json'));
    },
  ],
  ['a manifest that is not JSON', writeManifest('<html>')],
  ['JSON that is not a manifest', writeManifest('[]')],
  ['a manifest of zeros', writeManifest('\0'.repeat(4096))],
  ['a manifest of an unknown version', change((manifest) => Object.assign(manifest, { version: 3 }))],
  ['pages of a wrong type', change((manifest) => Object.assign(manifest, { pages: 'none' }))],
  ['a page with a wrong type', change((manifest) => Object.assign(pageOf(manifest), { path: 1 }))],
  ['a page twice', change((manifest) => manifest.pages.push(pageOf(manifest)))],
  ['a page at the address of a file', change((manifest) => (pageOf(manifest).path = '/llms.txt'))],
  ['a page at the address of a twin', change((manifest) => (pageOf(manifest).path = '/about.md'))],
  ['a redirect to a missing page', change((manifest) => manifest.redirects.push({ from: '/x', to: '/y' }))],
  ['an entity tag with a line break', change((manifest) => (pageOf(manifest).html.etag = '"\n"'))],
  ['no page for status 404', withoutPage(404)],
  ['no page for status 500', withoutPage(500)],
  ['a missing body', () => rmSync(inBuild(pageOf(last).html.file))],
  ['a missing compressed body', () => rmSync(inBuild(`${pageOf(last).html.file}.br`))],
  ['a truncated body', () => truncateSync(inBuild(pageOf(last).markdown.file), 3)],
  ['a body outside the build', change((manifest) => (pageOf(manifest).html.file = '../x'))],
  ['no search index', () => rmSync(fileOf('searchIndex'))],
  ['a truncated search index', () => truncateSync(fileOf('searchIndex'), 1_000)],
  ['no passages', () => rmSync(fileOf('passages'))],
  ['passages that are not a database', () => writeFileSync(fileOf('passages'), 'x'.repeat(8192))],
  ['no entries', () => rmSync(fileOf('entries'))],
  ['entries that are not JSON', () => truncateSync(fileOf('entries'), 100)],
  ['entries of a wrong type', () => writeFileSync(fileOf('entries'), '{"entries":{"courses":[1]}}')],
];

test.each(damages)(
  'with %s, a server starts with the last good publication, and the publisher restores it',
  async (_, damage) => {
    damage();

    const { origin } = await start();

    const page = await text(course);
    expect(page).toContain('<h1');
    expect(page).not.toContain(sentence);
    const search = await fetch(`${origin}/api/search?q=soil`);
    expect([search.status, ((await search.json()) as { total: number }).total > 0]).toEqual([200, true]);
    expect(site?.troubles()).toContainEqual(
      expect.objectContaining({
        level: 'error',
        name: 'publication',
        msg: expect.stringContaining('the last publication is damaged; serving the one of 20'),
      }),
    );
    await site?.stop();
    const restored = await restoreGood(folder.distDir);
    expect(restored).toMatch(/^the last publication is damaged \(.+\); went back to the one of 20/);
    expect(openPublished(folder.distDir).manifest).toEqual(folder.original);
  },
);

test('the test of a publication opens the search again when its files change', async () => {
  const prove = createProof(folder.distDir);
  const searchIndex = publicationFile('damaged.index');
  writeFileSync(inBuild(searchIndex), 'damaged');

  await prove(last);
  await expect(prove({ ...last, serverFiles: { ...last.serverFiles, searchIndex } })).rejects.toThrow();
  await prove(last);
});

test('a server takes over the next good publication after a damaged one; a metric and /ready report the fallback until then', async () => {
  writeManifest('{')();
  const { port } = new URL((await start({ METRICS_PORT: '0' })).origin);
  const metrics = async () => {
    const address = /metrics at (http:\S+?)"/.exec(site?.output() ?? '')?.[1] ?? '';
    return /^lectern_publication_is_fallback (\d)/m.exec(await (await fetch(address)).text())?.[1];
  };
  const ready = async () => (await fetch(`${site?.origin}/ready`)).status;
  expect([port !== '', await metrics(), await ready()]).toEqual([true, '1', 503]);

  folder.publish(last);

  await eventually(async () => expect(await text(course)).toContain(sentence));
  expect([await metrics(), await ready()]).toEqual(['0', 200]);
});
