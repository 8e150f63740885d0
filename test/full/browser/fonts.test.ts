import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { addFontPreloads } from '#lib/publishing/font-preloads.ts';

const western = 'Zoë für Évora, Ångström, Peñarroya, cœur, ‘Straße’';
const alphabets = {
  'Western Europe': western,
  'Central Europe': `${western} Łukasz Dvořák, Győr, Iași, „Žitný ostrov“`,
  Vietnam: `${western} Nguyễn Thị Hạnh`,
};

/** Bandwidth in bytes per second, and latency in milliseconds. Undefined does not slow down the network. */
const lines = { fast: undefined, 'slow 4G': [200_000, 150], '3G': [50_000, 400] } as const;

for (const [line, speed] of Object.entries(lines)) {
  test(`no word is shown in one of our typefaces and another on a first visit over a ${line} connection`, async ({
    browser,
  }) => {
    for (const [alphabet, names] of Object.entries(alphabets)) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await addText(page, words(names));
      const client = await slowDown(page, speed);

      await page.goto('/fees', { waitUntil: 'networkidle' });

      for (const id of ['text', 'italics', 'heading']) {
        const typefaces = await typefacesOf(client, `#${id}`);
        const own = typefaces.filter((name) => /^(Source ?Sans ?3|Newsreader)/.test(name));
        // Until ours is loaded, the system may need several for one alphabet.
        if (own.length > 0) expect(typefaces, `${alphabet}, ${id}`).toHaveLength(1);
      }
      await context.close();
    }
  });
}

for (const [alphabet, names] of Object.entries(alphabets)) {
  test(`the letters of ${alphabet} are shown in the institute’s typefaces on a first visit`, async ({
    page,
  }) => {
    await addText(page, words(names));
    const client = await slowDown(page, undefined);

    await page.goto('/fees', { waitUntil: 'networkidle' });

    expect(await typefacesOf(client, '#text')).toEqual(['SourceSans3VF']);
    expect(await typefacesOf(client, '#italics')).toEqual(['Source Sans 3']);
    expect(await typefacesOf(client, '#heading')).toEqual([expect.stringMatching(/^Newsreader/)]);
  });
}

test('italics are slanted letters of the same typeface until the italic font is loaded', async ({ page }) => {
  await addText(page, '<p id="names">A word in <em>italics</em></p>');
  await page.route('**/*.woff2', async (route) => {
    const isItalic = italicFiles.has(new URL(route.request().url()).pathname);
    await (isItalic ? route.abort() : route.continue());
  });
  const client = await slowDown(page, undefined);

  await page.goto('/fees', { waitUntil: 'networkidle' });

  expect(await typefacesOf(client, '#names')).toEqual(['SourceSans3VF']);
});

const italicFiles = new Set<string>();

function words(names: string): string {
  return `<p id="text">${names}</p><p><em id="italics">${names}</em></p><h2 id="heading">${names}</h2>`;
}

/** Adds a text to the page before it is published. */
async function addText(page: Page, html: string): Promise<void> {
  await page.route('**/fees', async (route) => {
    const response = await route.fetch();
    const original = await response.text();
    const rules = original.match(/@font-face\{[^}]*italic[^}]*\}/g) ?? [];
    for (const rule of rules) italicFiles.add(/url\("([^"]+)"/.exec(rule)?.[1] ?? '');
    const body = addFontPreloads(original.replace('</h1>', `</h1>${html}`));
    await route.fulfill({ response, body });
  });
}

async function slowDown(page: Page, speed: readonly [number, number] | undefined): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  await client.send('Network.enable');
  const [downloadThroughput, latency] = speed ?? [-1, 0];
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput,
    uploadThroughput: downloadThroughput,
  });
  return client;
}

/** The typefaces that draw an element's text. */
async function typefacesOf(client: CDPSession, selector: string): Promise<string[]> {
  const { root } = await client.send('DOM.getDocument');
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
  return [...new Set(fonts.map(({ familyName }) => familyName))];
}
