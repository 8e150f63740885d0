import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { institute } from '#lib/content/current-institute.ts';
import { fontsCache } from './font-places.ts';
import { makeWebFonts } from './web-fonts.ts';

test('every page loads the common letters of headings and texts, and the style sheet names every file', async () => {
  const { css, preloads, fonts } = await makeWebFonts(institute().fonts);

  expect(preloads).toHaveLength(2);
  expect(preloads.every((address) => css.includes(`url("${address}")`))).toBe(true);
  expect(fonts).toHaveLength(12);
  expect(fonts.filter((name) => !css.includes(name) || !existsSync(join(fontsCache, name)))).toEqual([]);
  const families = Array.from(css.matchAll(/--font-([a-z-]+):/g), ([, name]) => name);
  expect(families.sort()).toEqual(
    ['heading', 'text', 'text-italic'].flatMap((use) => [use, `${use}-european`, `${use}-latin`]).sort(),
  );
});

test('the system font gets the width of the typeface until the file has loaded', async () => {
  const { css } = await makeWebFonts(institute().fonts);

  // Newsreader is wider than Times New Roman, and Source Sans 3 narrower than Arial.
  expect(css).toMatch(/"heading fallback";src:local\("Times New Roman"\)[^}]*size-adjust:110\.\d+%/);
  expect(css).toMatch(/"text fallback";src:local\("Arial"\)[^}]*size-adjust:93\.\d+%/);
  expect(css).toContain('--font-text:text,"text fallback",Arial,sans-serif;');
});
