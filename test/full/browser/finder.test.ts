import { expect, test } from '@playwright/test';
import { layoutFaults } from '#test/browser/page-problems.ts';

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

    await expect(page.locator('[data-course]:visible h3'), search).toHaveText(there);
    expect(there.length, search).toBeGreaterThan(0);
  }
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
