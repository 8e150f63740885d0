import { launchForPictures, openStill, type View } from './pictures.ts';

/**
 * Takes the README's pictures anew from a demo that runs: `npm run demo` in one terminal, then
 * `node scripts/take-pictures.ts http://localhost:4321`.
 */
const [origin = 'http://localhost:4321'] = process.argv.slice(2);
const folder = 'docs/pictures';
const browser = await launchForPictures();

/** A page without the demo's banner: the pictures show the site. */
async function open(path: string, view: View) {
  const page = await openStill(browser, origin + path, view);
  await page.addStyleTag({ content: '.demo-banner { display: none; }' });
  return page;
}

const home = await open('/', { width: 1280, height: 760, colorScheme: 'light' });
await home.screenshot({ path: `${folder}/home.png` });

const phone = await open('/courses/soil-science', { width: 390, height: 760, colorScheme: 'dark' });
await phone.screenshot({ path: `${folder}/course-phone.png` });

const ask = await open('/courses/soil-science', { width: 1100, height: 760, colorScheme: 'light' });
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
