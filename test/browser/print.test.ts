import { expect, test } from '@playwright/test';

/** A page object of a PDF. Does not match the page tree, which has the type `/Pages`. */
const pageObject = /\/Type\s*\/Page\b/g;

/** With long texts, with tables, and with pictures beside lists. */
const courses = ['natural-flood-management', 'water-quality-and-pollution', 'permits-for-water'];

test('printing a course gives one page', async ({ page }) => {
  for (const course of courses) {
    await page.goto(`/courses/${course}`);

    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: false });

    expect(pdf.toString('latin1').match(pageObject), course).toHaveLength(1);
  }
});

test('print hides screen controls and keeps all text', async ({ page }) => {
  await page.goto('/courses/soil-science');
  await page.emulateMedia({ media: 'print' });

  await expect(page.locator('header.site-header nav')).toBeHidden();
  await expect(page.locator('.page-actions')).toBeHidden();
  await expect(page.locator('.offering-table thead')).toBeVisible();
  await expect(page.locator('main h2').last()).toBeVisible();
});
