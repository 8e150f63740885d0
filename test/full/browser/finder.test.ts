import { expect, test, type Page } from '@playwright/test';
import { layoutFaults } from '#test/browser/page-problems.ts';

const rows = (page: Page) => page.locator('[data-course]:visible');

test('the server and the browser find the same courses for a query', async ({ page }) => {
  for (const search of [
    'q=water&time=evening',
    'time=evening&time=weekend&term=spring&sort=title',
    'price=600&level=5&mode=blended',
    'day=fri&day=sat&sort=price',
    'term=spring',
    'term=spring&seats=1',
  ]) {
    await page.goto(`/courses/find?${search}`);
    const there = await page.locator('.course-rows h3').allTextContents();
    await page.goto(`/courses?${search}`);

    await expect(rows(page).locator('h3'), search).toHaveText(there);
    expect(there.length, search).toBeGreaterThan(0);
  }
});

test('on a phone, the button with the number of courses stays in sight while filters are chosen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/courses');

  await page.getByText('Filters', { exact: true }).click();
  const show = page.getByRole('button', { name: /^Show \d+ courses$/ });
  for (const name of [/^Soils/, /^Spring/, 'Blended']) {
    const box = page.getByRole('checkbox', { name }).first();
    await box.check();
    await expect(show).toBeInViewport({ ratio: 1 });
    await box.uncheck();
  }
  await page.getByRole('checkbox', { name: 'Weekend' }).check();
  await expect(show).toBeInViewport({ ratio: 1 });
  expect(await layoutFaults(page)).toEqual([]);
  await show.click();

  await expect(page.locator('#results')).toBeFocused();
  await expect(page.getByText('6 of 30 courses')).toBeInViewport();
});

test('three programmes are compared on a phone, and a fourth can’t be chosen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/programs');
  const boxes = page.getByLabel('Compare');
  for (const index of [0, 3, 5]) await boxes.nth(index).check();

  await expect(boxes.nth(1)).toBeDisabled();
  await expect(page.locator('[data-compare-status]')).toContainText('three programmes');
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare chosen programmes' }).click();

  await expect(page).toHaveURL(/\/programs\/compare\?program=[\w-]+&program=[\w-]+&program=[\w-]+$/);
  await expect(page.locator('.comparison thead a')).toHaveCount(3);
  expect(await layoutFaults(page)).toEqual([]);
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
