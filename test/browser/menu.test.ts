import { expect, test } from '@playwright/test';

test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });

test('on phones a button opens the navigation, without scripts and by keyboard', async ({ page }) => {
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeHidden();

  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('Enter');
  await expect(navigation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(navigation).toBeHidden();

  await page.getByRole('button', { name: 'Menu' }).click();
  for (const name of ['Fees', 'Dates', 'Contact']) {
    await expect(navigation.getByRole('link', { name })).toBeVisible();
  }
  await navigation.locator('a[href="/handbook"]').click();
  await expect(page).toHaveURL(/\/handbook$/);
});

test('on wide screens the navigation is in the page without a button', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 740 });
  await page.goto('/');

  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fees' }),
  ).toBeHidden();
});

test('on a phone of 360 px the header is one row', async ({ page }) => {
  await page.goto('/');

  const tops = await page
    .locator('.site-name, .search-link, .site-header-row > .menu-button')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));

  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(30);
});
