import { chromium, type Browser, type Page } from '@playwright/test';
import { cpSync, symlinkSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromiumPath } from '#test/chromium.ts';
import { makeContentRepository } from '#test/content-repository.ts';
import { createPublicationFolder } from '#test/publications.ts';
import { sessionCookie, staffSettings } from '#test/staff-session.ts';
import { serveProcess, type ServedSite } from '#test/served-site.ts';
import { measureApprovals } from './desk-approvals.ts';
import { pageFile, writeContent } from './handbook-pages.ts';
import { sized } from './sized.ts';
import { percentile } from './statistics.ts';

/**
 * Measures, with ten editors active on a site of 1,000 pages, the time from a keystroke until the preview has changed.
 * A browser types a word every two seconds, while nine other clients send a text every two seconds. Also measures how
 * long the server takes to render one text, and, with the same editors, the time from an approval until the change is
 * live. Usage: node bench/desk.ts [editors]
 */
const pages = sized(1000, 110);
const samplePages = 106;
const rounds = sized(40, 1);
const approvals = sized(40, 1);
const pauseBetweenWords = sized(2_000, 200);
const editors = Number(process.argv[2] ?? sized(10, 2));

const folder = createPublicationFolder();
const { dataDir } = folder;
/** The server's checkout of its content repository. */
const contentDir = join(dataDir, 'content/current');

const repository = prepareContent();
folder.publish({ ...folder.original, contentDir });
const site = await serveProcess(folder.distDir, {
  ...staffSettings,
  DATA_DIR: dataDir,
  CONTENT_REPO: repository.origin,
  PUBLISHER: 'on',
});
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await measure(site, browser);
} finally {
  await browser.close();
  await site.stop();
  repository.remove();
  folder.remove();
}

function prepareContent() {
  const first = join(dataDir, 'content/first');
  writeContent(first, pages - samplePages);
  cpSync('src/content', first, { recursive: true });
  symlinkSync('first', contentDir);
  return makeContentRepository({ from: first });
}

async function measure({ origin }: ServedSite, launched: Browser): Promise<void> {
  const cookie = await sessionCookie('editor');
  const context = await launched.newContext();
  await context.addCookies([{ ...cookie, url: origin }]);
  const page = await context.newPage();
  await page.goto(`${origin}/staff/content/edit?file=${pageFile(0)}`);
  await page.frameLocator('iframe').locator('h1').waitFor({ timeout: 60_000 });
  const token = await page.locator('input[name="csrf"]').first().inputValue();
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const others = startOthers(origin, { token, cookies });
  await untilPublished();
  await wait(2 * pauseBetweenWords);
  const seen = await measureKeystrokes(page);
  await page.close();
  const files = Array.from({ length: approvals }, (_, at) => pageFile(editors + at));
  const { live, reported } = await measureApprovals(origin, { files, pause: betweenWords });
  const rendered = await others.stop();
  console.table([
    row('keystroke to changed page', seen),
    row('POST /staff/content/render', rendered),
    row('approve to live page', live),
    row('approve to “Live since”', reported),
  ]);
  console.log(`${editors} editors, ${pages} pages, machine load ${loadavg()[0]?.toFixed(1)}`);
}

function betweenWords(): number {
  return pauseBetweenWords * (0.75 + Math.random() / 2);
}

/** Waits until the publisher has published the repository's head, which it does when the server starts. */
async function untilPublished(): Promise<void> {
  while (!/published \d+ pages/.test(site.output())) await wait(100);
}

/** Types into the editor, and waits in the browser until the page in the frame has changed. */
async function measureKeystrokes(page: Page): Promise<number[]> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nWords:');
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await wait(betweenWords());
    await page.evaluate(watchPage, `w${round}e`);
    await page.keyboard.type(` w${round}e`);
    times.push(await page.evaluate(() => (globalThis as unknown as Watched).changed));
  }
  return times;
}

type Watched = { changed: Promise<number> };

/** Runs in the browser. Measures the time from the last key until the page in the frame contains the word. */
function watchPage(word: string): void {
  const frame = document.querySelector('iframe');
  let typed = 0;
  const note = () => (typed = performance.now());
  document.addEventListener('keydown', note, { capture: true });
  const changed = new Promise<number>((done) => {
    const look = () => {
      if (!frame?.contentDocument?.body.textContent.includes(word)) return void setTimeout(look, 2);
      document.removeEventListener('keydown', note, { capture: true });
      done(performance.now() - typed);
    };
    look();
  });
  Object.assign(globalThis, { changed });
}

/** Starts the other editors, each with a different entry. */
function startOthers(origin: string, { token, cookies }: { token: string; cookies: string }) {
  const times: number[] = [];
  let isRunning = true;
  const work = Array.from({ length: editors - 1 }, async (_, index) => {
    const file = pageFile(index + 1);
    for (let round = 0; isRunning; round += 1) {
      await wait(pauseBetweenWords * (0.5 + Math.random()));
      const began = performance.now();
      const text = `---\ntitle: Page ${index}\n---\n\n${'A paragraph of a page, about as long as others.\n\n'.repeat(60)}${round}\n`;
      const response = await fetch(`${origin}/staff/content/render`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: origin,
          'X-Csrf-Token': token,
          Cookie: cookies,
        },
        body: JSON.stringify({ file, text }),
      });
      if (response.status !== 200) throw new Error(`rendering returned ${response.status}`);
      await response.arrayBuffer();
      times.push(performance.now() - began);
    }
  });
  const ended = Promise.all(work);
  // Prevent an unhandled rejection, so that an error of the measurement itself is reported first.
  ended.catch(() => undefined);
  return {
    async stop() {
      isRunning = false;
      await ended;
      return times;
    },
  };
}

function row(name: string, times: readonly number[]) {
  const at = (share: number) => Math.round(percentile(times, share));
  return { what: name, count: times.length, 'median ms': at(0.5), 'p95 ms': at(0.95), 'max ms': at(1) };
}
