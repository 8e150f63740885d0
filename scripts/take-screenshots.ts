import type { Browser } from '@playwright/test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeHtml } from '#lib/content/html-text.ts';
import { startDirectory } from '#test/stand-ins/directory.ts';
import { geminiModel, startGemini } from '#test/stand-ins/gemini.ts';
import { serveProcess } from '#test/served-site.ts';
import { buildIfNeeded } from './build-site.ts';
import { noSettings } from './demo/settings.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { launchForPictures, openStill } from './pictures.ts';

/**
 * Takes screenshots of the pages in three widths and both colour schemes, and writes a page that shows them all:
 * `npm run screenshots`, or `npm run screenshots -- /courses /fees` for some pages.
 */
const folder = '.cache/screenshots';
const widths = [360, 768, 1280];
const colorSchemes = ['light', 'dark'] as const;
const pages = [
  '/',
  '/courses',
  '/courses/soil-science',
  '/courses/find?q=peat',
  '/courses/compare?code=SOIL101&code=HYD101&code=REST201',
  '/programs',
  '/programs/compare?program=certificate-land-and-water&program=masters-land-and-water',
  '/programs/diploma-catchment-restoration',
  '/handbook',
  '/handbook/assessment/late-work-and-extensions',
  '/news',
  '/news/what-the-dipwells-say',
  '/events',
  '/events/meadow-plant-count-2027',
  '/people',
  '/search?q=soil',
  '/ask',
  '/register',
  '/newsletter',
  '/apply',
  '/enquire',
  '/calendar',
  '/fees',
  '/developers',
  '/nowhere',
  '/staff/sign-in',
];
const running: { stop(): Promise<unknown> }[] = [];

await exitOnError(async () => {
  await buildIfNeeded();
  const paths = process.argv.length > 2 ? process.argv.slice(2) : pages;
  mkdirSync(folder, { recursive: true });
  const browser = await launchForPictures();
  try {
    const origin = await serve();
    for (const path of paths) await takeAll(browser, origin, path);
  } finally {
    await browser.close();
    for (const part of running.reverse()) await part.stop();
  }
  writeFileSync(`${folder}/index.html`, sheet(paths));
  console.log(`lectern: open ${folder}/index.html`);
});

/** Serves the build with all features that are visible on pages. */
async function serve(): Promise<string> {
  const { siteUrl } = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as { siteUrl: string };
  const clientSecret = 'only-for-screenshots-on-this-machine';
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-screenshots-'));
  running.push({ stop: async () => rmSync(dataDir, { recursive: true, force: true }) });
  const model = await startGemini();
  running.push(model);
  const directory = await startDirectory({
    clientId: 'lectern',
    clientSecret,
    redirectUris: [`${siteUrl}/api/auth/callback/directory`],
    postLogoutRedirectUris: [siteUrl],
  });
  running.push(directory);
  const site = await serveProcess('dist', {
    ...noSettings(),
    SITE_URL: siteUrl,
    HOST: 'localhost',
    PORT: '0',
    DATA_DIR: dataDir,
    GOOGLE_GENERATIVE_AI_API_KEY: clientSecret,
    CHAT_BASE_URL: model.url,
    CHAT_MODEL: geminiModel,
    OIDC_ISSUER: directory.issuer,
    OIDC_CLIENT_ID: 'lectern',
    OIDC_CLIENT_SECRET: clientSecret,
    SESSION_SECRET: clientSecret,
    STAFF_EMAILS: 'staff@larkmoor.example',
  });
  running.push(site);
  return site.origin;
}

async function takeAll(browser: Browser, origin: string, path: string): Promise<void> {
  for (const width of widths) {
    for (const colorScheme of colorSchemes) {
      const page = await openStill(browser, origin + path, { width, height: 900, colorScheme });
      await page.screenshot({ path: `${folder}/${fileOf(path, width, colorScheme)}`, fullPage: true });
      await page.close();
    }
  }
  console.log(`lectern: took ${path}`);
}

function fileOf(path: string, width: number, colorScheme: string): string {
  const name = path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home';
  return `${name}-${width}-${colorScheme}.png`;
}

function sheet(paths: readonly string[]): string {
  const sections = paths.map((path) => {
    const pictures = colorSchemes.flatMap((colorScheme) =>
      widths.map((width) => {
        const file = fileOf(path, width, colorScheme);
        return `<a href="${file}"><img src="${file}" width="${width / 4}" loading="lazy" alt="${width} pixels, ${colorScheme}"></a>`;
      }),
    );
    const title = escapeHtml(path);
    return `<h2>${title}</h2>\n<p>${pictures.join('\n')}</p>`;
  });
  const style =
    'body { font: 1rem/1.5 sans-serif; margin: 2rem; background: #888 } p { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start }';
  return `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Screenshots</title>\n<style>${style}</style>\n<h1>Screenshots</h1>\n${sections.join('\n')}\n</html>\n`;
}
