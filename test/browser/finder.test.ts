import { expect, test, type Page } from '@playwright/test';
import { axeFaults } from './page-problems.ts';

const rows = (page: Page) => page.locator('[data-course]:visible');
const choose = (page: Page, name: string, value: string) =>
  page.locator(`[data-finder] [name="${name}"][value="${value}"]`).check();

test('/courses filters immediately, and Back undoes each choice', async ({ page }) => {
  await page.goto('/courses');
  const all = await rows(page).count();

  await choose(page, 'mode', 'online');
  await expect(page).toHaveURL('/courses?mode=online');
  const online = await rows(page).count();
  await choose(page, 'time', 'evening');
  await expect(page).toHaveURL('/courses?time=evening&mode=online');
  await choose(page, 'time', 'weekend');
  await expect(page.locator('[data-finder-summary]')).toHaveText('Filters (3 in use)');
  await page.goBack();
  await page.goBack();

  await expect(page).toHaveURL('/courses?mode=online');
  await expect(rows(page)).toHaveCount(online);
  await expect(page.locator('[name="time"][value="evening"]')).not.toBeChecked();
  await page.goBack();
  await expect(rows(page)).toHaveCount(all);
  await expect(page.locator('#hydrology')).toBeVisible();
});

test('an empty result names a filter to remove, and its button removes the filter', async ({ page }) => {
  await page.goto('/courses?subject=law&level=7');
  await expect(rows(page)).toHaveCount(0);
  const remove = page.getByRole('link', { name: /^Without “Level: Level 7.*”: \d courses$/ });
  const [, count] = /(\d) courses$/.exec(await remove.innerText()) ?? [];
  expect(await axeFaults(page)).toEqual([]);

  await remove.click();

  await expect(page).toHaveURL('/courses?subject=law');
  await expect(rows(page)).toHaveCount(Number(count));
});

test('a click opens its course when the list is filtered again between press and release', async ({
  page,
}) => {
  await page.goto('/courses?mode=online');
  await expect(page.locator('[data-finder-status]')).toHaveText(/^\d+ of \d+ courses$/);
  const link = rows(page).first().getByRole('link').first();
  const address = (await link.getAttribute('href')) ?? '';
  await link.hover();
  await page.mouse.down();

  await page.evaluate(() => {
    document.querySelector('[data-finder-status]')?.replaceChildren();
    document.querySelector('[data-finder="true"]')?.dispatchEvent(new Event('input'));
  });
  await expect(page.locator('[data-finder-status]')).toHaveText(/^\d+ of \d+ courses$/);
  await page.mouse.up();

  await expect(page).toHaveURL(address);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('a visitor finds a peat course in spring on evenings or weekends, and compares', async ({ page }) => {
    await page.goto('/courses');
    await page.getByLabel('Keywords').fill('soil');
    await page.locator('[data-finder-summary]').click();
    await choose(page, 'time', 'evening');
    await choose(page, 'time', 'weekend');
    await page.getByRole('button', { name: 'Show courses' }).click();

    await expect(page).toHaveURL(/\/courses\/find\?q=soil&.*#results$/);
    await expect(page.getByRole('heading', { name: /^\d+ of \d+ courses$/ })).toBeInViewport();
    await expect(page.locator('[name="time"][value="weekend"]')).toBeChecked();
    const boxes = page.getByLabel('Compare');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Compare chosen courses' }).click();

    await expect(page.locator('.comparison thead a')).toHaveCount(2);
  });
});
