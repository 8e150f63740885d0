import { expect, test } from '@playwright/test';
import { createVisitor, openFromHome, openFromSearch } from './visitor.ts';

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

  for (const row of ['Price', 'Start', 'Days', 'Place', 'Seats', 'Entry requirements']) {
    await expect(page.getByRole('row', { name: row }).first().getByRole('cell')).toHaveCount(2);
  }
  visitor.expectAtMost({ clicks: 1, fields: 2, pages: 2 });
});

test('learn the total cost of a diploma and its first start', async ({ page }) => {
  const visitor = createVisitor(page);
  await openFromHome(visitor, '/', 'Programmes');

  await visitor.click(page.getByRole('article').getByRole('link', { name: /Diploma in Catchment/ }));

  const panel = page.locator('.entry-panel');
  await expect(panel).toContainText(/Total price\s*£4,320/);
  await expect(panel).toContainText(/Next start\s*\d+ \w+ \d{4}/);
  visitor.expectAtMost({ clicks: 2, fields: 0, pages: 3 });
});

test('learn whether there is a bursary, with a search in the visitor’s own words', async ({ page }) => {
  const visitor = createVisitor(page);
  await page.goto('/');

  await openFromSearch(visitor, 'scholarship', /\/handbook\/money\/bursaries/);

  await expect(page.getByRole('article')).toContainText('Weir Bursary');
  visitor.expectAtMost({ clicks: 2, fields: 0, pages: 2 });
});

test('add the dates of terms, of a course and of an event to a calendar', async ({ page, request }) => {
  const visitor = createVisitor(page);
  const events = await (await request.get('/events')).text();
  // On some days, all events of the sample are over.
  const [upcoming = ''] = events.split('id="past"');
  const event = /href="(\/events\/[\w-]+)"/.exec(upcoming)?.slice(1) ?? [];
  const paths = ['/calendar', '/courses/peatland-restoration', ...event];

  for (const path of paths) {
    await page.goto(path);
    await visitor.click(page.getByText('Add to calendar', { exact: true }).first());
    const menu = page.locator('.add-to-calendar').first();

    await expect(menu.getByRole('link', { name: /webcal/ })).toHaveAttribute('href', /^webcal:\/\/.*\.ics$/);
    await expect(menu.getByRole('link', { name: /Google/ })).toHaveAttribute('href', /calendar\.google/);
    await expect(menu.getByRole('link', { name: /Outlook/ })).toHaveAttribute('href', /outlook\.live/);
    const file = await menu.getByRole('link', { name: /\.ics/ }).getAttribute('href');
    const calendar = await request.get(new URL(file ?? '').pathname);
    expect(calendar.headers()['content-type'], path).toContain('text/calendar');
    expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR[^]*BEGIN:VEVENT/);
  }
  visitor.expectAtMost({ clicks: paths.length, fields: 0, pages: paths.length });
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

test('find a person', async ({ page }) => {
  const visitor = createVisitor(page);
  await page.goto('/');

  await openFromSearch(visitor, 'Hamish', /\/people/);

  await expect(page.getByRole('heading', { name: 'Hamish Dunnett' })).toBeInViewport();
  visitor.expectAtMost({ clicks: 2, fields: 0, pages: 2 });
});

test('find the way from a page that does not exist', async ({ page }) => {
  const visitor = createVisitor(page);
  const response = await page.goto('/course/peatland');
  expect(response?.status()).toBe(404);

  await visitor.fill('Search for it', 'peatland course');
  await visitor.click(page.getByRole('article').getByRole('button', { name: 'Search' }));
  await visitor.click(
    page
      .getByRole('article')
      .getByRole('link', { name: /Peatland Restoration/ })
      .first(),
  );

  await expect(page).toHaveURL(/\/courses\/peatland-restoration/);
  visitor.expectAtMost({ clicks: 2, fields: 1, pages: 3 });
});
