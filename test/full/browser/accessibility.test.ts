import { expect, test } from '@playwright/test';
import { axeFaults, layoutFaults } from '#test/browser/page-problems.ts';

/** One page of each template; test/full/browser/every-page.test.ts visits more, in more sizes. */
const paths = [
  '/',
  '/courses',
  '/courses/soil-science',
  '/programs/diploma-catchment-restoration',
  '/handbook/studying/library',
  '/news',
  '/people',
  '/calendar',
  '/developers',
  '/developers/first-steps',
  '/search?q=soil',
  '/courses/find?q=peat',
  '/courses/find?day=sun&mode=online',
  '/courses/compare?code=SOIL101&code=HYD101&code=REST201',
  '/programs/compare?program=certificate-land-and-water&program=diploma-catchment-restoration&program=masters-land-and-water',
  '/register',
  '/apply?course=SOIL101',
  '/enquire',
  '/nowhere',
];

for (const path of paths) {
  test(`${path} has no axe violations in light and dark, and fits a window of 320 px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.goto(path, { waitUntil: 'load' });
    const light = await axeFaults(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await axeFaults(page, { coloursOnly: true });
    await page.setViewportSize({ width: 320, height: 256 });
    const narrow = await layoutFaults(page);

    expect({ light, dark, narrow }).toEqual({ light: [], dark: [], narrow: [] });
  });
}
