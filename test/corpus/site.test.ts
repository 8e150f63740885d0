import { beforeAll, expect, test } from 'vitest';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import { expectGoodAfdocs } from '#test/afdocs.ts';
import { copyBuild } from '#test/copied-build.ts';
import { buildCorpusSite, corpusContentDir } from '#test/corpus-site.ts';
import { testPublishedSite } from '#test/published-site.ts';
import { corpusDir } from './corpus-dir.ts';

/** The default of afdocs. `npm run soak` checks all pages. */
const links = Number(process.env['AFDOCS_LINKS'] ?? 50);
let dist: string;

beforeAll(async () => {
  dist = await buildCorpusSite(corpusDir());
}, 240_000);

testPublishedSite(async () => dist);

test('afdocs reports only dead links and long pages of the handbook', async () => {
  await expectGoodAfdocs(dist, { links, statuses: ['pass', 'skip', 'warn'] });
}, 120_000);

test('publishing the handbook writes the same bodies as its build, byte for byte', async () => {
  const build = copyBuild({ distDir: dist, contentDir: corpusContentDir });
  const before = build.manifest();
  const publisher = await openSitePublisher(build.dist);

  const { changed } = await publisher.publishFolder(new Date(before.publishedAt));

  const { pages, files } = build.manifest();
  build.remove();
  expect(changed).toBe(0);
  expect(pages.length).toBeGreaterThanOrEqual(246);
  expect(pages).toEqual(before.pages);
  expect(files.map(({ path, etag }) => [path, etag])).toEqual(
    before.files.map(({ path, etag }) => [path, etag]),
  );
}, 120_000);
