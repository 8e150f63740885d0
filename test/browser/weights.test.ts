import { expect, test, type Page } from '@playwright/test';

/**
 * What a first visit may load, headers and all, in bytes. The chat's own script, on `/ask` alone, counts towards
 * the whole only; the reference of the API has a viewer of its own and is left out.
 */
const whole = 60_000;
const script = 10_000;
const chat = '/ask';
/** Far below what is seen: a table may widen a column when a slow machine paints it before its last rows came. */
const unseen = 0.005;
const paths = [
  '/',
  '/courses',
  '/courses/soil-science',
  '/programs',
  '/programs/diploma-catchment-restoration',
  '/handbook',
  '/handbook/money/fees-and-refunds',
  '/news',
  '/events/meadow-plant-count-2027',
  '/people',
  '/calendar',
  '/fees',
  '/search?q=soil',
  '/register',
  '/newsletter',
  chat,
  '/developers',
  '/staff',
  '/nowhere',
];

test('a first visit to any page stays within its budget, and nothing on it jumps', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const rows: Row[] = [];
  for (const path of paths) {
    const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 360, height: 740 } });
    rows.push({ path, ...(await weigh(await context.newPage(), path)) });
    await context.close();
  }
  console.log(asTable(rows));

  expect(rows.filter(({ total }) => total > whole)).toEqual([]);
  expect(rows.filter((row) => row.path !== chat && row.script > script)).toEqual([]);
  expect(rows.filter(({ shift }) => shift > unseen)).toEqual([]);
  expect(rows.filter(({ font }) => font === 0)).toEqual([]);
});

type Weight = { total: number; document: number; style: number; script: number; font: number; shift: number };
type Row = Weight & { path: string };

/** Bytes that came over the line, as Chromium counted them, and the sum of layout shifts (CLS). */
async function weigh(page: Page, path: string): Promise<Weight> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const kinds = new Map<string, string>();
  const sizes = new Map<string, number>();
  client.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const of = (wanted: string) =>
    [...sizes].reduce((sum, [id, size]) => (kinds.get(id) === wanted ? sum + size : sum), 0);
  return {
    total: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    document: of('Document'),
    style: of('Stylesheet'),
    script: of('Script'),
    font: of('Font'),
    shift: await page.evaluate(layoutShift),
  };
}

function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(sum), 50));
  });
}

function asTable(rows: readonly Row[]): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8);
  const lines = rows.map(
    ({ path, total, document, style, script: scripts, font }) =>
      path.padEnd(46) + [total, document, style, scripts, font].map(kilobytes).join(''),
  );
  return ['kB over the line'.padEnd(46) + '   whole    page   style  script    font', ...lines].join('\n');
}

test('the page behind a link is fetched when a visitor points at it, and no page for one visitor', async ({
  page,
}) => {
  const prefetched: string[] = [];
  page.context().on('request', (request) => {
    if (request.headers()['sec-purpose'] !== undefined) prefetched.push(new URL(request.url()).pathname);
  });
  await page.goto('/courses/soil-science');

  await page.getByRole('link', { name: 'Courses', exact: true }).first().hover();
  await expect.poll(() => prefetched).toEqual(['/courses']);
  await page.locator('main a[href^="/register"]').first().hover();
  await page.getByRole('link', { name: 'News', exact: true }).first().hover();

  await expect.poll(() => prefetched).toEqual(['/courses', '/news']);
});

test('what stands at the end of the header stays where it is while a slow phone reads the page', async ({
  browser,
  baseURL,
}) => {
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
