import type { Page } from '@playwright/test';
import { mkdtempSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { buildIfCodeChanged } from './build-site.ts';
import { launchForPictures, openStill, type View } from './pictures.ts';

/**
 * Takes the pictures for README.md from a running demo: start `npm run demo`, then run `node scripts/take-pictures.ts
 * readme http://localhost:4321`. Pictures for docs/editing.md need no demo: `node scripts/take-pictures.ts editing`.
 */
const [what = 'editing', origin = 'http://localhost:4321'] = process.argv.slice(2);
const folder = 'docs/pictures';
const colorSchemes = ['light', 'dark'] as const;
const browser = await launchForPictures();
if (what === 'readme') for (const colorScheme of colorSchemes) await takeReadme(colorScheme);
else await takeEditing();
await browser.close();

async function open(path: string, view: View): Promise<Page> {
  const page = await openStill(browser, origin + path, view);
  await page.locator('.demo-banner').evaluateAll((banners) => {
    for (const banner of banners) banner.remove();
  });
  return page;
}

async function takeReadme(colorScheme: View['colorScheme']): Promise<void> {
  const home = await open('/', { width: 1280, height: 760, colorScheme });
  await keep(home, `home-${colorScheme}`);
  const phone = await open('/courses/soil-science', { width: 390, height: 760, colorScheme });
  await keep(phone, `course-phone-${colorScheme}`);
  const ask = await open('/courses/soil-science', { width: 1100, height: 760, colorScheme });
  const inHeader = ask.getByRole('banner');
  const link = inHeader.getByRole('link', { name: 'Ask' });
  await link
    .or(inHeader.getByRole('button', { name: 'Ask' }))
    .first()
    .click();
  await ask.getByRole('textbox', { name: 'Your question' }).fill('What does Soil Science cost?');
  await ask.keyboard.press('Enter');
  await ask.getByRole('button', { name: 'Copy answer' }).waitFor();
  await keep(ask, `ask-${colorScheme}`);
}

/** Takes pictures of a page with a content error, and of the gallery. */
async function takeEditing(): Promise<void> {
  await buildIfCodeChanged();
  const root = mkdtempSync(join(tmpdir(), 'lectern-'));
  const content = join(root, 'content');
  cpSync('src/content', content, { recursive: true });
  const port = 43_975;
  const address = `http://127.0.0.1:${port}`;
  const settings = { CONTENT_DIR: content, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: root };
  const view = { width: 1000, height: 640, colorScheme: 'light' } as const;

  async function during(script: string, take: () => Promise<void>): Promise<void> {
    const server = spawn(process.execPath, [script], {
      env: { ...process.env, ...settings },
      stdio: 'ignore',
    });
    const ended = once(server, 'exit');
    try {
      for (let tries = 0; tries < 60 && !(await isUp(address)); tries += 1) await setTimeout(1000);
      await take();
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
  }

  await during('scripts/watch.ts', async () => {
    const page = await openStill(browser, `${address}/courses/soil-science`, view);
    const file = join(content, 'courses/soil-science.mdx');
    writeFileSync(file, readFileSync(file, 'utf8').replace('people: [ines-calder]', 'people: [ines-caldor]'));
    const banner = page.getByRole('region', { name: 'Preview' });
    await banner.waitFor();
    // Replace the temporary path with the path that an editor sees.
    await banner.locator('code').evaluateAll((places) => {
      for (const place of places)
        place.textContent = place.textContent.replace(/^.*\/content\//, 'src/content/');
    });
    await keep(page, 'editing-problem');
  });
  await during('scripts/dev.ts', async () => {
    // Vite reloads the first page after it has optimised its dependencies.
    const first = await browser.newPage();
    await first.goto(`${address}/_gallery`);
    await setTimeout(5000);
    await first.close();
    await keep(await openStill(browser, `${address}/_gallery#Callout`, view), 'editing-gallery');
  });
  rmSync(root, { recursive: true, force: true });
}

async function isUp(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Saves a screenshot as WebP, which is small enough for the repository. */
async function keep(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot();
  const { size } = await sharp(picture).webp({ quality: 72, effort: 6 }).toFile(`${folder}/${name}.webp`);
  await page.close();
  console.log(`${folder}/${name}.webp: ${(size / 1000).toFixed(0)} kB`);
}
