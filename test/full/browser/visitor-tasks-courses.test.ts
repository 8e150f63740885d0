import { expect, test } from '@playwright/test';
import { createVisitor, openFromHome } from '#test/browser/visitor.ts';

/** A page object of a PDF. Does not match the page tree, which has the type `/Pages`. */
const pageObject = /\/Type\s*\/Page\b/g;

test('find a peat course in spring on evenings or weekends', async ({ page }) => {
  const visitor = createVisitor(page);
  await openFromHome(visitor, '/', 'Courses');

  await visitor.fill('Keywords or a course code', 'peat');
  await visitor.check(page.getByRole('checkbox', { name: /^Spring/ }).first());
  await visitor.check(page.getByRole('checkbox', { name: /^Evening/ }));
  await visitor.check(page.getByRole('checkbox', { name: 'Weekend' }));
  await expect(page).toHaveURL(/time=weekend/);
  const course = page.locator('[data-course]:visible').filter({ hasText: 'Peatland Restoration' });
  await expect(course).toContainText(/Spring \d{4}.*Saturdays 10:00 to 13:00/);
  await visitor.click(course.getByRole('link'));

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Peatland Restoration');
  visitor.expectAtMost({ clicks: 2, fields: 4, pages: 3 });
});

test('compare two courses', async ({ page }) => {
  const visitor = createVisitor(page);
  await page.goto('/courses');

  await visitor.check(page.getByRole('checkbox', { name: 'Compare Peatland Restoration' }));
  await visitor.check(page.getByRole('checkbox', { name: 'Compare Soil Carbon' }));
  await visitor.click(page.getByRole('button', { name: 'Compare chosen courses' }));

  for (const row of ['Price', 'Next start', 'Days', 'Place', 'Seats', 'Later starts', 'Entry requirements']) {
    await expect(page.getByRole('row', { name: row }).first().getByRole('cell')).toHaveCount(2);
  }
  visitor.expectAtMost({ clicks: 1, fields: 2, pages: 2 });
});

test('print a course with its price, dates and place on one sheet', async ({ page }) => {
  await page.goto('/courses/peatland-restoration');
  await page.emulateMedia({ media: 'print' });

  for (const text of ['£720', 'Saturdays 10:00 to 13:00', 'Sluice Room and Harrow Moss']) {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: false });
  expect(pdf.toString('latin1').match(pageObject)).toHaveLength(1);
});
