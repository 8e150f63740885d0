import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

const paths = [
  '/',
  '/courses',
  '/programs',
  '/handbook',
  '/news',
  '/people',
  '/admissions',
  '/fees',
  '/search?q=soil',
  '/nowhere',
];

/** Paths of one page of each kind that has pages of its own. */
async function detailPaths(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const list of ['/courses', '/programs', '/handbook', '/news']) {
    await page.goto(list);
    const links = page.locator(`main article a[href^="${list}/"]`);
    found.push((await links.first().getAttribute('href'))!);
  }
  return found;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${colorScheme} colours`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of [...paths, ...(await detailPaths(page))]) {
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        path,
      ).toEqual([]);
    }
  });
}

test('no page scrolls sideways on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [...paths, ...(await detailPaths(page))]) {
    await page.goto(path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test('the skip link leads past the navigation', async ({ page }) => {
  await page.goto('/courses');

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.locator('main')).toBeFocused();
});

test('no page says anything in the console', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  for (const path of paths.filter((path) => path !== '/nowhere')) await page.goto(path);

  expect(said).toEqual([]);
});
