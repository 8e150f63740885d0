import { expect, test } from '@playwright/test';
import { onePath } from '#test/http/forms-site.ts';

/** The facts on which visitors decide, and the next step, must be visible without scrolling. */
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

for (const viewport of screens) {
  test(`the next start and a search are on the first screen of the home page at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const parts = page.locator('.home > .country').locator('h1, input, .next-start');

    const bottoms = await parts.evaluateAll((found) =>
      found.map((part) => part.getBoundingClientRect().bottom),
    );

    expect(bottoms).toHaveLength(3);
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(viewport.height);
  });
}

test('the search of the home page finds courses, also without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('searchbox').fill('peat');

  await page.getByRole('search').getByRole('button').click();

  await expect(page).toHaveURL('/search?q=peat');
  await expect(page.locator('.search-results li').first()).toBeVisible();
  await context.close();
});

for (const path of [
  '/news/what-the-dipwells-say',
  '/handbook/assessment/late-work-and-extensions',
  '/fees',
]) {
  test(`the text of ${path} is in the middle of 1280 px`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);

    const box = await page.locator('main article').boundingBox();

    expect(box).not.toBeNull();
    const { x, width } = box!;
    expect(Math.abs(x + width / 2 - 640)).toBeLessThan(10);
    expect(width).toBeLessThan(680);
  });
}

test('a course page leads with price, start, length, days, place and entry requirements', async ({
  page,
}) => {
  await page.goto(onePath);

  await expect(page.locator('.entry-panel dt')).toHaveText([
    'Total price',
    'Next start',
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
