import { beforeAll, test } from 'vitest';
import { expectGoodAfdocs } from '#test/afdocs.ts';
import { buildCorpusSite } from '#test/corpus-site.ts';
import { testPublishedSite } from '#test/published-site.ts';
import { corpusDir } from './corpus-dir.ts';

/** As many as afdocs looks at by itself; `npm run soak` has it look at all. */
const links = Number(process.env['AFDOCS_LINKS'] ?? 50);
let dist: string;

beforeAll(async () => {
  dist = await buildCorpusSite(corpusDir());
}, 240_000);

testPublishedSite(async () => dist);

test('afdocs reports nothing about the handbook but dead links and pages that are too long', async () => {
  await expectGoodAfdocs(dist, { links, statuses: ['pass', 'skip', 'warn'] });
}, 120_000);
