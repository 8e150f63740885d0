import { expect, test } from '@playwright/test';
import { onePath } from '#test/http/forms-site.ts';
import { chat, expectWithinBudget } from './page-weight.ts';

test('a first visit stays within its byte budget', async ({ browser, baseURL }) => {
  await expectWithinBudget(browser, baseURL!, [
    '/',
    '/courses',
    '/courses/soil-science',
    '/courses/find',
    '/search?q=soil',
    '/register',
    chat,
  ]);
});

test('hovering a link prefetches published pages only', async ({ page }) => {
  const prefetched: string[] = [];
  page.context().on('request', (request) => {
    if (request.headers()['sec-purpose'] !== undefined) prefetched.push(new URL(request.url()).pathname);
  });
  await page.goto(onePath);

  await page.getByRole('link', { name: 'Courses', exact: true }).first().hover();
  await expect.poll(() => prefetched).toEqual(['/courses']);
  await page.locator('main a[href^="/register"]').first().hover();
  await page.getByRole('link', { name: 'News', exact: true }).first().hover();

  await expect.poll(() => prefetched).toEqual(['/courses', '/news']);
});
