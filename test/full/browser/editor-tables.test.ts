import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { editAddress, inFrame, serveEditor } from '#test/browser/editor-site.ts';
import { findSmallTargets } from '#test/browser/in-page-checks.ts';
import { focusFaults, tabTo } from '#test/browser/keyboard.ts';
import { axeFaults } from '#test/browser/page-problems.ts';

// Needs a browser: focus, clipboards and dialogs. What becomes of the cells in the text is a unit test.

const editor = serveEditor();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit the table' });
const line = (page: Page, text: string) => page.locator('.cm-line', { hasText: text });
const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const previewed = (page: Page, name: string) => inFrame(page).getByRole('cell', { name, exact: true });

const bursaries = 'handbook/money/bursaries.mdx';

/** Puts the cursor into the table of the bursaries, at the end of the text, and opens its cells. */
async function openTable(page: Page): Promise<void> {
  await page.locator('.cm-content').click();
  // CodeMirror has only the lines near those that are seen.
  await page.keyboard.press('Control+End');
  await line(page, '| Soil Science, 20 credits |').click();
  await page.getByRole('button', { name: 'Edit the table' }).click();
  await expect(dialogOf(page)).toBeVisible();
}

async function paste(target: Locator, formats: Record<string, string>): Promise<void> {
  await target.focus();
  await target.evaluate((field, given) => {
    const data = new DataTransfer();
    for (const [type, text] of Object.entries(given)) data.setData(type, text);
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, formats);
}

async function savedText(page: Page): Promise<string> {
  await expect(page.locator('.editor-state')).toHaveText(/^Saved/);
  await page.reload();
  return page.locator('textarea[name="text"]').inputValue();
}

test('a table is edited as cells by keyboard alone, and one Undo takes it all back', async ({ context }) => {
  const page = await editor.openEntry(context, 'handbook/money/fees-and-refunds.mdx');
  const { keyboard } = page;
  const before = await page.locator('textarea[name="text"]').inputValue();
  await line(page, '| First third |').click();
  await keyboard.press('Home');
  await tabTo(page, page.getByRole('button', { name: 'Edit the table' }));
  await keyboard.press('Enter');

  await expect(cell(page, 'Part, row 2')).toBeFocused();
  await keyboard.type('Deposit');
  await keyboard.press('Shift+Enter');
  await expect(cell(page, 'Heading of column 1')).toBeFocused();
  await keyboard.type('Share');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await expect(cell(page, 'Due, row 4')).toBeFocused();
  await keyboard.press('Tab');
  await expect(cell(page, 'Share, row 5')).toBeFocused();
  await keyboard.type('Rest | more');
  await keyboard.press('Alt+F10');
  await tabTo(page, dialogOf(page).getByRole('button', { name: 'Move up' }));
  await keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('status')).toHaveText('Row 4 of 5, column 1 of 2');
  await keyboard.press('Alt+F10');
  await expect(cell(page, 'Share, row 4')).toBeFocused();
  await keyboard.press('Control+Enter');

  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeFocused();
  await expect(previewed(page, 'Rest | more')).toBeVisible();
  await keyboard.press('Control+z');
  await expect(previewed(page, 'First third')).toBeVisible();
  await keyboard.press('Control+y');
  await expect(previewed(page, 'Deposit')).toBeVisible();
  expect(await savedText(page)).toBe(
    before
      .replace('| Part | Due |', '| Share | Due |')
      .replace('| First third |', '| Deposit |')
      .replace('| Last third |', '| Rest \\| more |  |\n| Last third |'),
  );
});

test('cells of a spreadsheet fill a new table, and nothing is lost by Escape', async ({ context }) => {
  const page = await editor.openEntry(context, 'courses/groundwater.mdx');
  const dialog = page.getByRole('dialog', { name: 'Insert a table' });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(cell(page, 'Heading of column 1')).toHaveValue('Say what this column shows');

  const formats = { 'text/html': readFileSync('test/data/clipboard/excel.html', 'utf8'), 'text/plain': 'x' };
  await paste(cell(page, 'Heading of column 1'), formats);
  await expect(cell(page, 'Fee, row 3')).toHaveValue('£1,360');
  await paste(cell(page, 'Fee, row 3'), { 'text/plain': '£1,365\t2028\r\n' });
  await expect(cell(page, 'Column 4, row 3')).toHaveValue('2028');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 'Column 4, row 3')).toBeHidden();
  for (const press of ['first', 'second', 'third']) {
    await page.keyboard.press('Escape');
    await expect(dialog, press).toBeVisible();
  }
  await expect(dialog.getByRole('alert')).toHaveText('The table has changes that are not saved.');
  await dialog.getByRole('button', { name: 'Continue editing' }).click();
  await cell(page, 'Heading of column 1').click();
  await dialog.getByRole('button', { name: 'Remove column' }).click();
  await dialog.getByRole('button', { name: 'Save the table' }).click();

  await expect(inFrame(page).getByRole('cell', { name: '£1,360' })).toBeVisible();
  expect(await savedText(page)).toMatch(/\n\n\| Credits \| Fee \|\n\| --- \| --- \|\n\| 20 \| £720 \|\n/);
});

test('a pasted picture leaves the cell as it is, and a change of another cell goes there', async ({
  context,
}) => {
  const page = await editor.openEntry(context, bursaries);
  await openTable(page);
  const [due, payment] = [cell(page, 'You pay, row 2'), cell(page, 'You pay, row 3')];
  const before = await payment.inputValue();

  await payment.focus();
  await paste(payment, {});
  await expect(payment).toHaveValue(before);
  // As when selected text is dragged there.
  await due.evaluate((area: HTMLTextAreaElement) => {
    area.value = 'Moved';
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await dialogOf(page).getByRole('button', { name: 'Save the table' }).click();

  const text = await savedText(page);
  expect(text).toContain('| Moved |');
  expect(text).toContain(before);
});

test('a table that someone else changed in the meantime is not overwritten, and the cells stay', async ({
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await editor.openEntry(context, bursaries);
  const other = await editor.openEntry(context, bursaries);
  const held = Promise.withResolvers<undefined>();
  await page.route('**/staff/content/save', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nAsk us.');
  await openTable(page);
  await cell(page, 'You pay, row 3').fill('Half');
  await openTable(other);
  await cell(other, 'Full fee, row 2').fill('None');
  await other.keyboard.press('Control+Enter');
  await expect(other.locator('.editor-state')).toHaveText(/^Saved/);
  held.resolve(undefined);
  await expect(line(page, '| Reading a Landscape, 10 credits | None |')).toBeAttached();
  await page.getByRole('button', { name: 'Save the table' }).click();

  const problem = dialogOf(page).getByRole('alert');
  await expect(problem).toHaveText(/^Not saved: this table was changed in the text in the meantime\./);
  await page.getByRole('button', { name: 'Copy the table' }).click();
  await expect(problem).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('<Fee course="SOIL101" /> | Half |');
  await page.getByRole('button', { name: 'Discard the changes' }).click();
  await expect(line(page, '<Fee course="SOIL101" parts="2" /> |')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the cells have no accessibility faults or small targets in ${colorScheme} colours on a phone`, async ({
    browser,
  }) => {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
    const page = await editor.open(context, editAddress(bursaries));
    await openTable(page);
    expect(await dialogOf(page).boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
    for (const tool of await dialogOf(page).locator('[data-table]').all())
      await expect(tool).toBeInViewport({ ratio: 1 });
    const faults = [...(await axeFaults(page)), ...(await page.evaluate(findSmallTargets))];

    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      faults.push(...(await focusFaults(page)));
    }
    await cell(page, 'You pay, row 4').fill('Later');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveText('The table has changes that are not saved.');
    faults.push(...(await axeFaults(page)), ...(await page.evaluate(findSmallTargets)));

    expect(faults).toEqual([]);
    await context.close();
  });
}
