import { expect, test, type Page } from '@playwright/test';
import { walkThrough } from '#test/browser/keyboard.ts';

const paths = [
  '/',
  '/courses',
  '/courses/find?q=peat',
  '/handbook/studying/library',
  '/register',
  '/search?q=soil',
  '/calendar',
];

for (const path of paths) {
  test(`Tab moves through ${path} at 400 % zoom with a visible focus`, async ({ page }) => {
    test.setTimeout(60_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(path);

    const { faults, stops } = await walkThrough(page);

    expect(faults).toEqual([]);
    expect(stops).toBeGreaterThan(20);
  });
}

/** Returns running animations, and elements with an animation, transition or smooth scrolling. */
function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const running = document.getAnimations().map(() => 'an animation runs');
    const styled = [...document.querySelectorAll('*')].filter((element) =>
      [null, '::before', '::after', '::backdrop'].some((part) => {
        const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, part);
        return (
          animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration) || scrollBehavior === 'smooth'
        );
      }),
    );
    return [...running, ...styled.map((element) => element.outerHTML.slice(0, 100))];
  });
}

test('with prefers-reduced-motion no page has animations', async ({ page }) => {
  for (const path of ['/', '/courses', '/register', '/ask', '/developers/reference']) {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.keyboard.press('Control+k');
    expect(await findMotion(page), `${path} with the search dialog`).toEqual([]);

    await page.keyboard.press('Escape');
    // A page scrolls smoothly only while something on it has the focus.
    await page.keyboard.press('Tab');
    expect(await findMotion(page), path).toEqual([]);

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await findMotion(page), `${path} with motion`).not.toEqual([]);
  }
});

test('with forced colours controls have borders, and the current link differs by more than colour', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const path of [
    '/',
    '/courses?mode=online',
    '/register',
    '/search?q=soil&type=course',
    '/newsletter',
  ]) {
    await page.goto(path);
    const bare = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'button, .action, input:not([type="checkbox"], [type="hidden"]), select, textarea',
        ),
      ]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const { borderTopStyle, borderTopWidth, textDecorationLine } = getComputedStyle(control);
          const hasEdge = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
          return !hasEdge && textDecorationLine !== 'underline';
        })
        .map((control) => control.outerHTML.slice(0, 100)),
    );
    expect(bare, path).toEqual([]);

    const alike = await page.evaluate(() => {
      const lookOf = (link: Element) => {
        const { textDecorationLine, textDecorationThickness, fontWeight } = getComputedStyle(link);
        return `${textDecorationLine} ${textDecorationThickness} ${fontWeight}`;
      };
      return [...document.querySelectorAll('nav [aria-current]')]
        .filter((link) =>
          [...(link.closest('ul')?.querySelectorAll('a:not([aria-current])') ?? [])].some(
            (other) => lookOf(other) === lookOf(link),
          ),
        )
        .map((link) => link.outerHTML.slice(0, 100));
    });
    expect(alike, path).toEqual([]);
  }
});
