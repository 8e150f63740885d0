import { readFile } from 'node:fs/promises';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { editAddress, inFrame, serveEditor } from '#test/browser/editor-site.ts';
import { axeFaults } from '#test/browser/page-problems.ts';

const editor = serveEditor();

/** Opens an entry with the cursor below its text. */
async function openAtEnd(context: BrowserContext, file: string): Promise<Page> {
  const page = await editor.openEntry(context, file);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  return page;
}

test('the preview follows typing in the text, and the draft is saved', async ({ context }) => {
  const refused: string[] = [];
  const page = await openAtEnd(context, 'courses/soil-science.mdx');
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));

  await page.keyboard.type('\n\nWe dig on Thursdays.');

  await expect(inFrame(page).getByText('We dig on Thursdays.')).toBeVisible();
  await expect(page.locator('.editor-state')).toHaveText(/^Saved \d\d:\d\d$/);
  await page.reload();
  await expect(inFrame(page).getByText('We dig on Thursdays.')).toBeVisible({ timeout: 30_000 });
  expect(refused).toEqual([]);
});

test('text typed just before opening the page of changes is part of the changes', async ({ context }) => {
  const page = await openAtEnd(context, 'courses/groundwater.mdx');
  await page.keyboard.type('\n\nWe measure wells.');
  await expect(page.locator('.editor-state')).toHaveText(/^Saved/);

  await page.keyboard.type(' We compare them, too.');
  await page.getByRole('link', { name: 'Check and submit' }).click();

  await expect(page).toHaveURL(/\/staff\/content\/changes\//);
  await expect(page.getByText('We compare them, too.').first()).toBeVisible();
});

test('a change that breaks other entries lists them, with links', async ({ context }) => {
  const page = await openAtEnd(context, 'courses/introduction-to-hydrology.mdx');
  const section = page.getByRole('region', { name: 'Problems that this causes in other entries' });
  await expect(section).toBeHidden();

  await page.getByRole('tab', { name: 'Details' }).click();
  const code = page.getByLabel('Code', { exact: true });
  await code.fill('HYD1019');
  await code.press('Tab');

  const program = section.getByRole('link', { name: /^programs\/certificate-land-and-water\.mdx:\d+$/ });
  await expect(program.first()).toBeVisible({ timeout: 30_000 });
  await expect(section.getByText('There is no course "HYD101"').first()).toBeVisible();
  await code.fill('HYD101');
  await code.press('Tab');
  await expect(section).toBeHidden();
});

test('two people who write in one entry keep both texts, and see each other’s names', async ({ browser }) => {
  const first = await openAtEnd(await browser.newContext(), 'courses/maps-and-gis.mdx');
  const second = await openAtEnd(await browser.newContext(), 'courses/maps-and-gis.mdx');

  await first.keyboard.type('\n\nFrom the first.');
  await expect(first.locator('.editor-state')).toHaveText(/^Saved/);
  await second.getByRole('tab', { name: 'Details' }).click();
  await second.getByLabel('Title', { exact: true }).fill('Maps and GIS again');
  await second.getByLabel('Title', { exact: true }).press('Tab');

  await expect(second.locator('.editor-state')).toHaveText(/^Saved/);
  await expect(inFrame(second).getByText('From the first.')).toBeVisible();
  await expect(inFrame(second).locator('h1')).toContainText('again');
});

test('text typed offline is kept in the browser, and saved when the connection is back', async ({
  context,
}) => {
  const page = await openAtEnd(context, 'courses/soil-carbon.mdx');

  await context.setOffline(true);
  await page.keyboard.type('\n\nWritten on a train.');
  await expect(page.locator('.editor-state')).toHaveAttribute('data-state', 'offline');
  await context.setOffline(false);

  await expect(page.locator('.editor-state')).toHaveText(/^Saved/, { timeout: 15_000 });
  await expect(inFrame(page).getByText('Written on a train.')).toBeVisible();
});

test('the tabs and tools of the editor are in one row of 1,280 pixels', async ({ context }) => {
  const page = await editor.openEntry(context, 'courses/groundwater.mdx');
  await page.setViewportSize({ width: 1280, height: 800 });

  const buttons = page
    .locator('.editor-bar')
    .getByRole('button')
    .or(page.getByRole('tab'))
    .filter({ visible: true });
  const rows = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));

  expect(rows.length).toBeGreaterThan(10);
  expect(new Set(rows).size).toBe(1);
});

test('the editor has no accessibility faults in its text, its details and its dialogs', async ({
  context,
}) => {
  const page = await openAtEnd(context, 'courses/river-restoration.mdx');
  await page.keyboard.type('\n\nSee [here](/courses/soil-helth).');
  await expect(page.locator('#editor-problems li')).not.toHaveCount(0);

  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Details' }).click();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  expect(await axeFaults(page)).toEqual([]);
});

test('without scripts, buttons save the text and show the page', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await editor.open(context, editAddress('courses/research-methods.mdx'));
  const area = page.getByRole('textbox', { name: /^Text of/ });

  await area.fill(`${await area.inputValue()}\n\nSaved without scripts.\n`);
  await page.getByRole('button', { name: 'Show the page' }).click();
  await expect(inFrame(page).getByText('Saved without scripts.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(area).toHaveValue(/Saved without scripts\./);
  await context.close();
});

test('a picture is checked, described, stored with the draft and shown in the page', async ({ context }) => {
  const page = await openAtEnd(context, 'courses/field-survey.mdx');
  const photo = sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#486' } });

  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File', { exact: true }).setInputFiles({
    name: 'attack.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>',
    ),
  });
  await dialog.getByLabel('What does it show?').fill('A green field with a level on a tripod.');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The drawing has an element <script>');
  const tooLarge = Buffer.alloc(20 * 1024 * 1024 + 1);
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'Large.jpg', mimeType: 'image/jpeg', buffer: tooLarge });
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(dialog.getByRole('alert')).toContainText('larger than 20 MiB');
  await dialog.getByLabel('File', { exact: true }).setInputFiles({
    name: 'Green Field.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo.jpeg().toBuffer(),
  });
  await dialog.getByRole('button', { name: 'Insert' }).click();

  const shown = inFrame(page).getByAltText('A green field with a level on a tripod.');
  await expect(shown).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  await expect(page.locator('#editor-problems li', { hasText: 'no image' })).toHaveCount(0);
});

test('a photo from a phone is turned and made small before it is sent, and a HEIC photo after', async ({
  context,
}) => {
  const page = await openAtEnd(context, 'news/a-dry-year-on-the-lark.mdx');
  const sizes: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/staff/content/picture?')) sizes.push(request.postDataBuffer()?.length ?? 0);
  });
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 58/1 0/1' } };
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const photo = await sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#486', noise } })
    .withExif(place)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

  async function add(name: string, buffer: Buffer): Promise<string> {
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert a picture' });
    const mimeType = name.endsWith('.jpg') ? 'image/jpeg' : '';
    await dialog.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType, buffer });
    await dialog.getByLabel('What does it show?').fill(`A river bed, as in ${name}.`);
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    const text = await page.locator('.cm-content').textContent();
    return (
      /src="([^"]+)" alt="A river bed, as in [^"]*"/.exec(
        text?.slice(text.lastIndexOf('<Figure')) ?? '',
      )?.[1] ?? ''
    );
  }

  async function stored(path: string) {
    const query = new URLSearchParams({ file: `news/${path.replace('./', '')}` });
    const answer = await page.request.get(new URL(`/staff/content/picture?${query}`, page.url()).href);
    return sharp(await answer.body()).metadata();
  }

  const jpeg = await add('Bachbett im Mürztal.jpg', photo);
  const heic = await add('IMG_0042.HEIC', await readFile('test/data/photo.heic'));

  expect([jpeg, heic]).toEqual(['./bachbett-im-murztal.jpg', './img-0042.jpg']);
  expect(photo.length).toBeGreaterThan(2_000_000);
  expect(sizes[0]).toBeLessThan(photo.length / 2);
  const { width, height, exif } = await stored(jpeg);
  expect([width, height, exif]).toEqual([1800, 2400, undefined]);
  const shown = inFrame(page).getByAltText('A river bed, as in Bachbett im Mürztal.jpg.');
  await expect(shown).toHaveJSProperty('complete', true);
  expect(await shown.evaluate((image: HTMLImageElement) => image.offsetHeight)).toBeLessThan(700);
  expect(await stored(heic)).toMatchObject({ format: 'jpeg', width: 96, height: 64 });
});

test('a document becomes a link with its format and size', async ({ context }) => {
  const page = await openAtEnd(context, 'news/a-dry-year-on-the-lark.mdx');

  await page.getByRole('button', { name: 'Document', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Link to a document' });
  await dialog.getByLabel('PDF, Word or Excel file').setInputFiles({
    name: 'Leaflet.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('not a PDF'),
  });
  await dialog.getByLabel('Title of the document').fill('Leaflet about dry rivers');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(dialog.getByRole('alert')).toContainText('neither a PDF');
  await dialog.getByLabel('PDF, Word or Excel file').setInputFiles({
    name: 'Leaflet.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(240_000)}\n%%EOF`),
  });
  await expect(dialog.getByRole('alert')).toBeEmpty();
  await dialog.getByRole('button', { name: 'Insert' }).click();

  const link = inFrame(page).getByRole('link', { name: 'Leaflet about dry rivers (PDF, 240 kB)' });
  await expect(link).toHaveAttribute('href', '/news/leaflet.pdf', { timeout: 20_000 });
  await expect(page.locator('#editor-problems li', { hasText: 'leaflet' })).toHaveCount(0);
});

test('when two people change one paragraph, the second chooses which text to keep', async ({ browser }) => {
  const first = await openAtEnd(await browser.newContext(), 'courses/peatland-restoration.mdx');
  const second = await openAtEnd(await browser.newContext(), 'courses/peatland-restoration.mdx');

  await first.keyboard.type(' The first adds this.');
  await expect(first.locator('.editor-state')).toHaveText(/^Saved/);
  await second.keyboard.type(' The second adds that.');
  const dialog = second.getByRole('dialog', { name: 'Two versions of this text' });
  await expect(dialog).toContainText('The first adds this.');
  for (let times = 0; times < 3; times += 1) await second.keyboard.press('Escape');
  await dialog.getByLabel('Keep mine').check();
  await dialog.getByRole('button', { name: 'Save the text' }).click();

  await expect(second.locator('.editor-state')).toHaveText(/^Saved/);
  await expect(inFrame(second).getByText('The second adds that.')).toBeVisible();
  await expect(inFrame(second).getByText('The first adds this.')).toHaveCount(0);
});
