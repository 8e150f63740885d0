import { expect, test } from '@playwright/test';

/** A page object of a PDF. Does not match the page tree, which has the type `/Pages`. */
const pageObject = /\/Type\s*\/Page\b/g;

/** Courses with long texts, with tables, and with pictures next to lists. */
const courses = ['natural-flood-management', 'water-quality-and-pollution', 'permits-for-water'];

test('a printed course fits on one page', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ bypassCSP: true, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  // On a busy machine, optional fonts load too late, and the fallback font is wider.
  await page.route(`**/courses/{${courses.join(',')}}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('font-display:optional', 'font-display:block');
    await route.fulfill({ response, body });
  });
  for (const course of courses) {
    await page.goto(`/courses/${course}`);
    await page.evaluate(() => document.fonts.ready);

    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: false });

    expect(pdf.toString('latin1').match(pageObject), course).toHaveLength(1);
  }
  await context.close();
});

test('print hides screen controls and keeps all text', async ({ page }) => {
  await page.goto('/courses/soil-science');
  await page.emulateMedia({ media: 'print' });

  await expect(page.locator('header.site-header nav')).toBeHidden();
  await expect(page.locator('.page-actions')).toBeHidden();
  await expect(page.locator('.offering-table thead')).toBeVisible();
  await expect(page.locator('main h2').last()).toBeVisible();
});
