import { readFileSync } from 'node:fs';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { inFrame, serveEditor } from '#test/browser/editor-site.ts';

// Needs a browser: clipboards, its HTML parser, and dialogs. What becomes of each kind of markup is a unit test.

const editor = serveEditor();

type Clipboard = { formats: Record<string, string>; picture?: string };

/** Opens an entry and pastes a clipboard at its end. */
async function pasteAtEnd(context: BrowserContext, file: string, clipboard: Clipboard): Promise<Page> {
  const page = await editor.openEntry(context, file);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await page.locator('.cm-content').evaluate((content, { formats, picture }) => {
    const data = new DataTransfer();
    for (const [type, text] of Object.entries(formats)) data.setData(type, text);
    if (picture) data.items.add(new File([picture], 'image.png', { type: 'image/png' }));
    const event = { clipboardData: data, bubbles: true, cancelable: true, composed: true };
    content.dispatchEvent(new ClipboardEvent('paste', event));
  }, clipboard);
  return page;
}

const read = (name: string) => readFileSync(`test/data/clipboard/${name}`, 'utf8');

test('text from Word keeps its table and footnote, and its picture is described and stored', async ({
  context,
}) => {
  const photo = sharp({ create: { width: 800, height: 500, channels: 3, background: '#468' } });
  const digits = (await photo.png().toBuffer()).toString('hex');
  const rtf = String.raw`{\rtf1{\*\shppict{\pict{\*\picprop\shplid1025}\picw80\pngblip\bliptag7{\*\blipuid 00ff}${digits}}}}`;
  const formats = { 'text/html': read('word.html'), 'text/plain': read('word.txt'), 'text/rtf': rtf };

  const page = await pasteAtEnd(context, 'courses/soil-science.mdx', { formats });
  const dialog = page.getByRole('dialog', { name: 'Insert a picture' });
  await expect(dialog).toContainText('The picture of the pasted text');
  await expect(dialog.locator('canvas')).toHaveJSProperty('width', 512);
  await expect(dialog.getByLabel('What does it show?')).toHaveValue('Water over a low weir');
  await dialog.getByRole('button', { name: 'Insert' }).click();

  const preview = inFrame(page);
  await expect(preview.getByAltText('Water over a low weir')).toBeVisible({ timeout: 20_000 });
  await expect(preview.getByRole('cell', { name: 'Upper moor' })).toBeVisible();
  await expect(preview.getByText('In the old barn.')).toBeVisible();
  await expect(page.locator('.editor-state')).toHaveText(/^Saved/);
});

test('cells of a spreadsheet become a table, which one button replaces by plain text', async ({
  context,
}) => {
  const formats = { 'text/html': read('excel.html'), 'text/plain': read('excel.txt') };

  const page = await pasteAtEnd(context, 'courses/groundwater.mdx', { formats, picture: 'cells' });
  await expect(inFrame(page).getByRole('cell', { name: '£1,360' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Paste as plain text' }).click();

  await expect(inFrame(page).getByRole('cell', { name: '£1,360' })).toHaveCount(0);
  await expect(inFrame(page).getByText('Soil Science 20 £720')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(inFrame(page).getByRole('cell', { name: '£1,360' })).toBeVisible();
});

test('a script and an error handler in pasted HTML never run', async ({ context }) => {
  const formats = { 'text/html': read('web-page.html'), 'text/plain': read('web-page.txt') };

  const page = await pasteAtEnd(context, 'courses/soil-carbon.mdx', { formats });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await expect(inFrame(page).getByText('They were here all along.')).toBeVisible();
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
});
