import { expect, test, type Page } from '@playwright/test';
import { axeFaults, layoutFaults } from './page-problems.ts';

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
  await page.goBack();

  await expect(page).toHaveURL('/courses?mode=online');
  await expect(rows(page)).toHaveCount(online);
  await expect(page.locator('[name="time"][value="evening"]')).not.toBeChecked();
  await page.goBack();
  await expect(rows(page)).toHaveCount(all);
  await expect(page.locator('#hydrology')).toBeVisible();
});

test('Back undoes typed keywords in one step, and results are announced and sorted', async ({ page }) => {
  await page.goto('/courses');
  const status = page.getByRole('status').filter({ hasText: 'courses' });

  await page.getByLabel('Keywords').pressSequentially('peat', { delay: 60 });
  await expect(page).toHaveURL('/courses?q=peat');
  await expect(status).toContainText(/^\d of \d+ courses$/);
  await page.getByLabel('Sort by').selectOption('price');
  await expect(page).toHaveURL('/courses?q=peat&sort=price');
  const prices = await rows(page).locator('.meta').allTextContents();
  const amounts = prices.map((text) => Number(text.replaceAll(/.*£|,/g, '')));
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  await page.goBack();
  await page.goBack();

  await expect(page).toHaveURL('/courses');
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

test('three courses are compared, and a fourth can’t be chosen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/courses');
  const boxes = page.getByLabel('Compare');
  for (const index of [0, 3, 6]) await boxes.nth(index).check();

  await expect(boxes.nth(1)).toBeDisabled();
  await expect(page.locator('[data-compare-status]')).toContainText('three courses');
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare chosen courses' }).click();

  await expect(page).toHaveURL(/\/courses\/compare\?code=\w+&code=\w+&code=\w+$/);
  await expect(page.locator('.comparison thead a')).toHaveCount(3);
  expect(await layoutFaults(page)).toEqual([]);
  await page
    .getByRole('link', { name: /^Remove/ })
    .first()
    .click();
  await expect(page.locator('.comparison thead a')).toHaveCount(2);
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

test('on a phone, “Show courses” leads to the first of them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/courses');
  await page.getByText('Filters', { exact: true }).click();
  await choose(page, 'time', 'daytime');
  const show = page.getByRole('button', { name: /^Show \d+ courses$/ });
  await show.scrollIntoViewIfNeeded();

  await show.click();

  await expect(page.locator('#results')).toBeFocused();
  await expect(rows(page).first()).toBeInViewport();
});
