import { beforeAll, test } from 'vitest';
import { expectGoodAfdocs } from '#test/afdocs.ts';
import { buildCorpusSite } from '#test/corpus-site.ts';
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
