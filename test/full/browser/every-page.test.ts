import { expect, test, type APIRequestContext } from '@playwright/test';
import { axeFaults, layoutFaults, spacingFaults } from '#test/browser/page-problems.ts';
import { pageKinds } from '#test/page-kinds.ts';

/** By default one page of each kind in two sizes; with EVERY_PAGE=1 every page in five sizes. */
const isLong = process.env['EVERY_PAGE'] === '1';

/** The second is a window of 1280 x 1024 at 400 % zoom. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 320, height: 256 },
  ...(isLong
    ? [
        { width: 360, height: 740 },
        { width: 768, height: 1024 },
        { width: 1920, height: 1080 },
      ]
    : []),
];

async function pathsToVisit(request: APIRequestContext): Promise<readonly string[]> {
  if (!isLong) return pageKinds;
  const map = await (await request.get('/sitemap-0.xml')).text();
  const all = [...map.matchAll(/<loc>([^<]*)</g)].map(([, url = '']) => new URL(url).pathname);
  return [...new Set([...all, ...pageKinds])];
}

test.describe.configure({ mode: 'parallel' });

const shares = 4;
for (let share = 0; share < shares; share += 1) {
  test(`pages have no accessibility or layout problems, light or dark, wide or at 400 % zoom: part ${share + 1} of ${shares}`, async ({
    page,
    request,
  }) => {
    test.setTimeout(isLong ? 3_600_000 : 120_000);
    const paths = (await pathsToVisit(request)).filter((_, index) => index % shares === share);
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      await page.setViewportSize(sizes[0]!);
      await page.goto(path, { waitUntil: 'load' });
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: 'light' });
        const light = [
          ...(await axeFaults(page)),
          ...(await layoutFaults(page)),
          ...(await spacingFaults(page)),
        ];
        await page.emulateMedia({ colorScheme: 'dark' });
        const dark = await axeFaults(page, { coloursOnly: !isLong });
        expect.soft({ light, dark }, `${path} at ${size.width} px`).toEqual({ light: [], dark: [] });
      }
    }
  });
}
