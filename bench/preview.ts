import { chromium, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromiumPath } from '#test/chromium.ts';

/**
 * Time from saving a file until `npm run dev` shows the change in a browser: text, front matter, a problem and its fix.
 * Prints the median and the maximum of ten.
 */
const rounds = 10;
const folder = '.cache/bench/preview';
const port = 43_973;

rmSync(folder, { recursive: true, force: true });
cpSync('src/content', folder, { recursive: true });
const [name, address] = ['courses/soil-science.mdx', '/courses/soil-science'];
const file = join(folder, name);
const original = readFileSync(file, 'utf8');

const preview = startPreview();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await openFirst(await browser.newPage());
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
  await measure('text', (round) => save(page, `${original}\nRound ${round}.\n`, `Round ${round}.`));
  await measure('title', (round) =>
    save(page, original.replace(/^title: .*/m, `title: Soil Science ${round}`), `Soil Science ${round}`),
  );
  await measure('problem shown and gone', async (round) => {
    await save(page, original.replace(/^credits: .*/m, `credits: many ${round}`), `many ${round}`);
    await save(page, original, '');
  });
} finally {
  await browser.close();
  preview.kill('SIGTERM');
}

function startPreview(): ChildProcess {
  const settings = { HOST: '127.0.0.1', PORT: String(port), CONTENT_DIR: folder, DATA_DIR: `${folder}-data` };
  return spawn(process.execPath, ['scripts/dev.ts'], {
    env: { ...process.env, ...settings, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'ignore',
  });
}

async function openFirst(page: Page): Promise<Page> {
  for (let tries = 0; ; tries += 1) {
    try {
      await page.goto(`http://127.0.0.1:${port}${address}`, { timeout: 60_000 });
      // Vite prepares the modules of the first page once.
      await setTimeout(5000);
      return page;
    } catch (error) {
      if (tries === 60) throw error;
      await setTimeout(500);
    }
  }
}

/** Saves a file and waits until the page's title, text or banner contains the words. Without words, no banner. */
async function save(page: Page, text: string, words: string): Promise<void> {
  writeFileSync(file, text);
  for (const last = performance.now() + 60_000; performance.now() < last;) {
    const isShown = await page
      .evaluate((wanted) => {
        const banner = document.querySelector('lectern-problems')?.shadowRoot?.textContent ?? '';
        if (wanted === '') return banner === '' && document.querySelector('h1') !== null;
        return ((document.querySelector('main')?.textContent ?? '') + banner).includes(wanted);
      }, words)
      // The page is reloading.
      .catch(() => false);
    if (isShown) return;
    await setTimeout(10);
  }
  throw new Error(`the preview did not show "${words}" within a minute`);
}

async function measure(what: string, work: (round: number) => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const started = performance.now();
    await work(round);
    times.push(performance.now() - started);
    // Wait like an editor until the preview is idle.
    await setTimeout(1500);
  }
  times.sort((a, b) => a - b);
  const seconds = (time = 0) => (time / 1000).toFixed(2);
  console.log(
    `${what.padEnd(24)} median ${seconds(times[rounds / 2])} s, slowest ${seconds(times.at(-1))} s`,
  );
}
