import { expect, test } from 'vitest';
import { startLighthouse, type Category } from '#test/lighthouse.ts';
import { pageKinds } from '#test/page-kinds.ts';
import { serveProcess } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';

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

const site = useShared(() => serveProcess());
const lighthouse = useShared(() => startLighthouse());

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
