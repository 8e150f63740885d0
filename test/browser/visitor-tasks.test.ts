import { expect, test } from '@playwright/test';
import { createVisitor, openFromHome, openFromSearch } from './visitor.ts';

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

test('find a person', async ({ page }) => {
  const visitor = createVisitor(page);
  await page.goto('/');

  await openFromSearch(visitor, 'Hamish', /\/people/);

  await expect(page.getByRole('heading', { name: 'Hamish Dunnett' })).toBeInViewport();
  visitor.expectAtMost({ clicks: 2, fields: 0, pages: 2 });
});

test('a page that opens at one of its sections shows it at once', async ({ page }) => {
  await page.goto('/people#hamish-dunnett');

  const { y } = (await page.getByRole('heading', { name: 'Hamish Dunnett' }).boundingBox())!;
  expect(y).toBeLessThan(page.viewportSize()!.height);
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
