import { chromium } from '@playwright/test';
import { findServices } from './find-services.ts';

/**
 * Takes the README's pictures anew from a demo that runs: `npm run demo` in one terminal, then
 * `node scripts/take-pictures.ts http://localhost:4321`.
 */
const [origin = 'http://localhost:4321'] = process.argv.slice(2);
const folder = 'docs/pictures';

await findServices();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

/** A page without the demo's banner: the pictures show the site. */
async function open(path: string, width: number, height: number, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  await page.goto(origin + path);
  await page.addStyleTag({ content: '.demo-banner { display: none; }' });
  await page.evaluate(() => document.fonts.ready);
  return page;
}

const home = await open('/', 1280, 760, 'light');
await home.screenshot({ path: `${folder}/home.png` });

const phone = await open('/courses/soil-science', 390, 760, 'dark');
await phone.screenshot({ path: `${folder}/course-phone.png` });

const ask = await open('/courses/soil-science', 1100, 760, 'light');
await ask
  .getByRole('banner')
  .getByRole('link', { name: 'Ask' })
  .or(ask.getByRole('banner').getByRole('button', { name: 'Ask' }))
  .first()
  .click();
await ask.getByRole('textbox', { name: 'Your question' }).fill('What does Soil Science cost?');
await ask.keyboard.press('Enter');
await ask.getByRole('button', { name: 'Copy answer' }).waitFor();
await ask.screenshot({ path: `${folder}/ask.png` });

await browser.close();
console.log(`took home, course-phone and ask into ${folder}`);
