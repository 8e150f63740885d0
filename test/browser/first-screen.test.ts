import { expect, test } from '@playwright/test';

/** What people decide by, and the next step, must not need scrolling. */
const screens = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** Pages with long titles, places and requirements. */
const paths = [
  '/courses/public-paths-and-access',
  '/courses/drone-and-lidar-survey',
  '/courses/soil-science',
  '/courses/peatland-restoration',
  '/programs/diploma-catchment-restoration',
  '/programs/masters-land-and-water',
];

for (const viewport of screens) {
  test(`facts and next step are on the first screen of ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const path of paths) {
      await page.goto(path);
      const panel = page.locator('.entry-panel');
      await expect(panel.locator('dt').first(), path).toBeVisible();

      const bottoms = await panel
        .locator('dt, dd, .action')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));

      expect(Math.max(...bottoms), path).toBeLessThanOrEqual(viewport.height);
    }
  });
}

test('a course page leads with price, start, length, days, place and entry requirements', async ({
  page,
}) => {
  await page.goto('/courses/soil-science');

  expect(await page.locator('.entry-panel dt').allInnerTexts()).toEqual([
    'Total price',
    'Start',
    'Length',
    'Days',
    'Place',
    'Entry requirements',
    'Level',
  ]);
  await expect(page.locator('.entry-panel').getByRole('link', { name: 'Register' })).toBeVisible();
  await expect(page.locator('.entry-panel .seats')).toHaveText(/^\d+ seats free$/);
});

test('a programme leads with total price and next start; its path has dates, after the requirements', async ({
  page,
}) => {
  await page.goto('/programs/masters-land-and-water');

  await expect(page.locator('.entry-panel .main-fact dd').first()).toHaveText(/^£[\d,]+$/);
  await expect(page.locator('.entry-panel')).toContainText(/Next start\s*\d+ \w+ \d{4}/);
  const headings = await page.locator('h2').allInnerTexts();
  expect(headings.indexOf('Entry requirements')).toBeLessThan(
    headings.findIndex((text) => /path/.test(text)),
  );
  for (const terms of await page.locator('.route > li > .route-terms').allInnerTexts()) {
    expect(terms).toMatch(/^\w+ \d{4} \(from \d+ \w+ \d{4}\)/);
  }
  await expect(page.locator('.route > li > .route-terms')).toHaveCount(6);
});
