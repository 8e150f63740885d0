import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLighthouse, type Category, type Judge } from '#test/lighthouse.ts';
import { pageKinds } from '#test/page-kinds.ts';
import { serveProcess, type ServedSite } from '#test/served-site.ts';

const categories: readonly Category[] = ['accessibility', 'agentic-browsing', 'best-practices', 'seo'];

/** Pages that search engines must not list. */
const unlisted: readonly string[] = [
  '/register/received',
  '/newsletter/confirm?token=x',
  '/staff/sign-in',
  '/nowhere',
];
/** Pages that respond with an error status, which the browser logs. */
const failing: readonly string[] = ['/register/received', '/nowhere'];

let site: ServedSite;
let lighthouse: Judge;

beforeAll(async () => {
  site = await serveProcess();
  lighthouse = await startLighthouse();
});

afterAll(async () => {
  await lighthouse.stop();
  await site.stop();
});

test.each(pageKinds)(
  'Lighthouse reports no problem with %s for accessibility, agents, best practices and SEO',
  async (path) => {
    const skipped = [
      ...(unlisted.includes(path) ? ['is-crawlable'] : []),
      ...(failing.includes(path) ? ['errors-in-console', 'http-status-code'] : []),
    ];

    const { lost, scores } = await lighthouse.judge(site.origin + path, categories, skipped);

    expect(lost).toEqual([]);
    expect(scores).toEqual(Object.fromEntries(categories.map((category) => [category, 100])));
  },
  60_000,
);
