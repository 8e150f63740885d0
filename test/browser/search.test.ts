import { expect, test } from '@playwright/test';

test('the search dialog opens by keyboard, searches while the visitor types, and opens a result', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/');
  expect(requested.filter((path) => path.startsWith('/pagefind/'))).toEqual([]);

  await page.keyboard.press('Control+k');
  // At once, so that the results are not those of a part of the word.
  await page.keyboard.insertText('soil');
  const results = page.locator('[data-search-results] a');
  await expect(results.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/[a-z]/);
  await expect(page.locator('main')).toContainText(/soil/i);
});

test('results that come late keep the focus in the list', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('peat');
  const results = page.locator('[data-search-results] a');
  await expect(results.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');

  await page.locator('#search-dialog-query').evaluate((input: HTMLInputElement) => {
    input.value = 'groundwater';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

  await expect(results.first()).toHaveText(/Groundwater/);
  await expect(results.first()).toBeFocused();
});

test('a slash opens the dialog, except in a text field', async ({ page }) => {
  await page.goto('/search');

  await page.getByRole('searchbox').fill('');
  await page.keyboard.type('and/or');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('#query')).toHaveValue('and/or');
  await page.locator('h1').click();
  await page.keyboard.press('/');

  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the dialog shows the corrected query and links to the query as typed', async ({ page }) => {
  await page.goto('/');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('flod');
  const status = page.locator('[data-search-status]');
  await expect(status).toContainText('Showing results for flood. Search instead for flod.');
  await status.getByRole('link', { name: 'flod' }).click();

  await expect(page).toHaveURL('/search?q=%22flod%22');
  await expect(page.locator('main')).toContainText('Nothing found');
});

test('the dialog says what each result is', async ({ page }) => {
  await page.goto('/');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('HYD701');

  const first = page.locator('[data-search-results] li').first();
  await expect(first).toContainText(/Course · £/);
});

test('a question is answered on the page and in the dialog, with a link to the text', async ({ page }) => {
  await page.goto('/search?q=fee+HYD701');

  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('Total price: £1,440');
  await answer.getByRole('link', { name: 'Catchment Planning' }).click();
  await expect(page).toHaveURL(/\/courses\/catchment-planning/);
  // The dialog opens by the keyboard once its script has run.
  await page.waitForLoadState();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Who teaches Remote Sensing?');

  await expect(page.locator('[data-search-results] li').first()).toContainText('Farid Haidari');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor searches with the form, filters by type and opens a page', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Search' }).click();

    await page.locator('#query').fill('peat');
    await page.locator('#query').press('Enter');
    await expect(page).toHaveURL('/search?q=peat');
    await page.getByRole('link', { name: /^Courses \(\d+\)$/ }).click();
    await expect(page).toHaveURL('/search?q=peat&type=course');
    await page.locator('ol.search-results h2 a').first().click();

    await expect(page).toHaveURL(/\/courses\//);
  });

  test('the search page shows the corrected query and links to the query as typed', async ({ page }) => {
    await page.goto('/search?q=flod');

    await expect(page.getByRole('status')).toContainText(
      'Showing results for flood. Search instead for flod.',
    );
    await page.getByRole('link', { name: 'flod', exact: true }).click();

    await expect(page.locator('#query')).toHaveValue('"flod"');
  });
});
