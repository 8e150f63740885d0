import { expect, test, type Page } from '@playwright/test';
import { oneCourse } from '#test/http/forms-site.ts';
import { tabTo } from '#test/browser/keyboard.ts';
import { layoutFaults } from '#test/browser/page-problems.ts';

/** The narrowest phone. */
const viewport = { width: 320, height: 640 };
test.use({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as object);

async function expectCourse(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/courses\/[a-z-]+/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
}

test('a visitor filters the list of courses, reloads it with the filter and opens a course', async ({
  page,
}) => {
  await page.goto('/courses');
  const rows = page.locator('[data-course]:visible');
  const all = await rows.count();
  await tabTo(page, page.locator('[data-finder-summary]'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('[data-finder] input[name="mode"]').first());
  await page.keyboard.press('Space');

  await expect.poll(() => rows.count()).toBeLessThan(all);
  const few = await rows.count();
  await expect(page.locator('[data-finder-status]')).toContainText(`${few} of ${all} `);
  expect(await layoutFaults(page)).toEqual([]);
  // Playwright learns of the new address by an event of the browser, which may come later than the list.
  await page.waitForURL(/[?&]mode=/);
  await page.goto(page.url());
  await expect(rows).toHaveCount(few);
  await tabTo(page, rows.first().getByRole('link'));
  await page.keyboard.press('Enter');

  await expectCourse(page);
});

test('without fonts, a visitor finds a course by search by keyboard alone', async ({ page, context }) => {
  let blocked = 0;
  await context.route('**/*.woff2', (route) => {
    blocked += 1;
    return route.abort();
  });
  await page.goto('/');
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Search' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type(oneCourse);
  const result = page.locator('[data-search-results] a[href^="/courses/"]').first();
  await expect(result).toBeVisible();
  await expect(page.locator('[data-search-status]')).not.toBeEmpty();
  expect(await layoutFaults(page)).toEqual([]);
  await tabTo(page, result);
  await page.keyboard.press('Enter');

  await expectCourse(page);
  expect(blocked).toBeGreaterThan(0);
});
