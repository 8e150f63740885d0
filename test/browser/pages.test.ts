import { expect, test } from '@playwright/test';

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
