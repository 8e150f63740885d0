import { expect, type Browser, type Page } from '@playwright/test';

/**
 * The byte budget of a first visit, including headers. The script of the chat on `/ask` counts only towards this total.
 * The API reference is exempt.
 */
const whole = 60_000;
const script = 10_000;
const chat = '/ask';
/** Too small to see: on slow machines a table column can widen after the first paint. */
const unseen = 0.005;

/** Opens each page as a first visit on a phone and checks its byte budget. @returns what was measured of each page */
export async function expectWithinBudget(
  browser: Browser,
  baseURL: string,
  paths: readonly string[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of paths) {
    const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } });
    rows.push({ path, ...(await weigh(await context.newPage(), path)) });
    await context.close();
  }
  console.log(asTable(rows));

  expect(rows.filter(({ total }) => total > whole)).toEqual([]);
  expect(rows.filter((row) => row.path !== chat && row.script > script)).toEqual([]);
  expect(rows.filter(({ font }) => font === 0)).toEqual([]);
  return rows;
}

export function expectNoShifts(rows: readonly Row[]): void {
  expect(rows.filter(({ shift }) => shift > unseen)).toEqual([]);
}

type Weight = { total: number; document: number; style: number; script: number; font: number; shift: number };
type Row = Weight & { path: string };

/** Returns the transferred bytes and the layout shift (CLS). */
async function weigh(page: Page, path: string): Promise<Weight> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const kinds = new Map<string, string>();
  const sizes = new Map<string, number>();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, response.url.endsWith('/icon.svg') ? 'Icon' : type);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const of = (wanted: string) =>
    [...sizes].reduce((sum, [id, size]) => (kinds.get(id) === wanted ? sum + size : sum), 0);
  return {
    // Without the icon: desktop browsers fetch it for the tab anyway.
    total: [...sizes.values()].reduce((sum, size) => sum + size, 0) - of('Icon'),
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
