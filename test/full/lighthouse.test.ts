import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLighthouse, type Category, type Judge } from '#test/lighthouse.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';

const categories: readonly Category[] = ['agentic-browsing', 'best-practices', 'seo'];
/** Each page takes seconds, so only `npm run soak` audits more than the home page. */
const paths = process.env['LIGHTHOUSE_PAGES']?.split(' ') ?? ['/'];

let site: ServedSite;
let lighthouse: Judge;

beforeAll(async () => {
  site = await serveSite();
  lighthouse = await startLighthouse();
});

afterAll(async () => {
  await lighthouse.stop();
  await site.stop();
});

test.each(paths)(
  'Lighthouse reports nothing on %s for agents, SEO and best practices',
  async (path) => {
    const { lost, scores } = await lighthouse.judge(site.origin + path, categories);

    expect(lost).toEqual([]);
    expect(scores).toEqual(Object.fromEntries(categories.map((category) => [category, 100])));
  },
  60_000,
);
