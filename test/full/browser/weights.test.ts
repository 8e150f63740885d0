import { expect, test } from '@playwright/test';
import { expectNoShifts, expectWithinBudget } from './page-weight.ts';
import { pageKinds } from '#test/page-kinds.ts';

test.describe.configure({ mode: 'parallel' });

const shares = 4;
for (let share = 0; share < shares; share += 1) {
  test(`a first visit to any page stays within its byte budget without layout shifts: part ${share + 1} of ${shares}`, async ({
    browser,
    baseURL,
    request,
  }) => {
    test.setTimeout(600_000);
    const map = await (await request.get('/sitemap-0.xml')).text();
    const published = [...map.matchAll(/<loc>([^<]*)</g)].map(([, url = '']) => new URL(url).pathname);
    const paths = new Set([...published, ...pageKinds]);
    // The interactive API reference is exempt: it is a separate application.
    paths.delete('/developers/reference');
    expect(paths.size).toBeGreaterThan(100);

    const own = [...paths].filter((_, index) => index % shares === share);
    expectNoShifts(await expectWithinBudget(browser, baseURL!, own));
  });
}

test('the header does not shift while a page loads on a slow phone', async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const moved: string[] = [];
  for (const path of ['/', '/courses/soil-science', '/nowhere'].flatMap((each) => [each, each, each])) {
    const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.goto(path, { waitUntil: 'networkidle' });
    moved.push(...(await page.evaluate(movedInHeader)).map((what) => `${path}: ${what}`));
    await expect(page.locator('.search-link')).toBeVisible();
    await context.close();
  }

  expect(moved).toEqual([]);
});

function movedInHeader(): Promise<string[]> {
  return new Promise((resolve) => {
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
        for (const { node } of entry.sources)
          if (node instanceof HTMLElement && node.closest('.site-header')) moved.push(node.className);
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(moved), 50));
  });
}
