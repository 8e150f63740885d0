import { expect, test } from '@playwright/test';
import { onePath } from '#test/http/forms-site.ts';

const paths = [
  '/',
  '/courses',
  '/programs',
  '/handbook',
  '/news',
  '/events',
  '/people',
  '/admissions',
  '/fees',
  '/search?q=soil',
];

test('the skip link moves the focus to the content', async ({ page }) => {
  await page.goto('/courses');

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.locator('main')).toBeFocused();
});

test('no page logs to the console', async ({ page }) => {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  for (const path of paths) await page.goto(path);

  expect(messages).toEqual([]);
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
