import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { editAddress, inFrame, serveEditor } from '#test/browser/editor-site.ts';
import { axeFaults } from '#test/browser/page-problems.ts';

const editor = serveEditor();

/** Opens the page of a change set with a dead link, and a course without its summary. */
async function openChanges(context: BrowserContext, file: string): Promise<Page> {
  const page = await editor.openEntry(context, file);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nSee [Soil Health](/courses/soil-helth).');
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByLabel('Summary', { exact: true }).fill('');
  await expect(page.locator('#editor-problems li', { hasText: 'Summary' })).toBeVisible();
  await expect(page.locator('.editor-state')).toHaveText(/^Saved/);
  await page.getByRole('link', { name: 'Check and submit' }).click();
  await expect(page).toHaveURL(/\/staff\/content\/changes\//);
  return page;
}

const summaryOf = (page: Page) => page.getByRole('region', { name: 'Fix these 2 errors first' });

test('a set with errors is not submitted, and each error leads to its line or field by keyboard', async ({
  context,
}) => {
  const page = await openChanges(context, 'courses/groundwater.mdx');
  const changes = page.url();
  await page.getByLabel('What did you change, and why? One sentence').fill('A link');
  await page.getByRole('button', { name: 'Submit for review' }).press('Enter');

  await expect(page.getByRole('alert')).toContainText('These changes have 2 errors.');
  await expect(page.getByLabel('What did you change, and why? One sentence')).toHaveValue('A link');
  expect(await axeFaults(page)).toEqual([]);

  await summaryOf(page)
    .getByRole('link', { name: /soil-helth/ })
    .press('Enter');
  await expect(page.locator('.cm-content')).toBeFocused();
  await expect(page.locator('.cm-activeLine')).toHaveText('See [Soil Health](/courses/soil-helth).');
  await expect(page.locator('#problem-here')).toContainText('the link /courses/soil-helth leads to no page', {
    ignoreCase: true,
  });
  await expect(page.locator('.cm-activeLine')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('#problem-here')).toBeInViewport({ ratio: 1 });

  await page.goto(changes);
  await summaryOf(page)
    .getByRole('link', { name: /Summary: this is needed/ })
    .press('Enter');
  const field = page.getByLabel('Summary', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/^This is needed: fill it in/);
  expect(await axeFaults(page)).toEqual([]);

  await page.keyboard.type('How water moves below the ground, and how it is found.');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(page.locator('.editor-field-problem')).toHaveCount(0);
  await expect(field).toBeFocused();
});

test('a link to a detail leads there before the choices of the form are loaded, and the focus stays after that', async ({
  context,
}) => {
  const held = Promise.withResolvers<undefined>();
  await context.route('**/staff/content/choices', async (route) => {
    await held.promise;
    await route.continue();
  });
  const page = await editor.open(context, `${editAddress('courses/groundwater.mdx')}#field-subject`);
  const field = page.getByLabel('Subject', { exact: true });

  await expect(field).toBeFocused();
  await expect(field.locator('option', { hasText: 'Hydrology' })).toHaveCount(0);
  held.resolve(undefined);
  await expect(field.locator('option', { hasText: 'Hydrology' })).toHaveCount(1);
  await expect(field).toBeFocused();
});

test('an address with another line moves the cursor on the open page; the note goes when the line is right', async ({
  context,
}) => {
  const page = await editor.openEntry(context, 'courses/soil-health.mdx');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nSee [Groundwater](/courses/ground-water).');
  const problem = page.locator('#editor-problems li', { hasText: 'ground-water' });
  const label = await problem.getByRole('button', { name: /^Line \d+$/ }).textContent();
  await page.keyboard.press('Control+Home');

  await page.evaluate((line) => (location.hash = line), `line-${label?.replace('Line ', '')}`);

  await expect(page.locator('.cm-activeLine')).toHaveText('See [Groundwater](/courses/ground-water).');
  await expect(page.locator('#problem-here')).toContainText('/courses/ground-water');
  await problem.getByRole('button', { name: /^Fix/ }).click();
  await expect(page.locator('#problem-here')).toHaveText('');
  await expect(inFrame(page).locator('main a[href="/courses/groundwater"]').last()).toBeVisible();
});

test('on a phone, the page is shown as phones show it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await editor.open(context, editAddress('pages/visit.mdx'));

  await page.getByRole('tab', { name: 'Page' }).click();

  await expect(page.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true');
  await expect(inFrame(page).locator('h1')).toBeVisible({ timeout: 30_000 });
  expect(await page.locator('iframe[name="page-frame"]').evaluate((frame) => frame.style.width)).toBe(
    '390px',
  );
  await context.close();
});
