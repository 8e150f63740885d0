import { expect, test } from '@playwright/test';

test('a visitor can turn the slash off, and the browser remembers it', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('/');
  await page.getByLabel('Open this search with the / key').uncheck();
  await page.keyboard.press('Escape');

  await page.goto('/courses');
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Open this search with the / key').check();
  await page.keyboard.press('Escape');
  await page.getByLabel('Online').focus();
  await page.keyboard.press('/');

  await expect(page.getByRole('dialog')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the search says nothing of the / key, which then opens nothing', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('button', { name: 'Search', exact: true }).first().tap();

    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByText('Open this search with the / key')).toBeHidden();
  });
});

test('a visitor who types without a connection is told to press Enter', async ({ page, context }) => {
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await context.setOffline(true);
  await page.keyboard.type('soil');

  await expect(page.locator('[data-search-status]')).toContainText('Press Enter to search');
});

test('markup in a query is not rendered in the dialog', async ({ page }) => {
  await page.goto('/');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('<img src=x onerror=alert(1)>');

  await expect(page.locator('[data-search-status]')).not.toBeEmpty();
  await expect(page.locator('[data-search-dialog] img')).toHaveCount(0);
});
