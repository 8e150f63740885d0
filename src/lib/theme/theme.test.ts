import { expect, test } from 'vitest';
import { institute } from '#lib/content/current-institute.ts';
import { contrastOf, themeCss, type Palette } from './theme.ts';

const schemes = Object.entries(institute().colours);

test('contrastOf equals the WCAG contrast ratio', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

// Edges of fields, buttons and the focus have the same colours, for which 3 would do.
test.each(schemes)('text of the %s scheme has enough contrast on every background', (_, palette) => {
  const grounds = ['ground', 'raised', 'tint'] as const satisfies (keyof Palette)[];
  const texts = ['ink', 'muted', 'accent', 'warn', 'fault'] as const satisfies (keyof Palette)[];

  const poor = grounds.flatMap((ground) =>
    texts
      .filter((text) => contrastOf(palette[text], palette[ground]) < 4.5)
      .map((text) => `${text} on ${ground}`),
  );

  expect(poor).toEqual([]);
  expect(contrastOf(palette['on-accent'], palette.accent)).toBeGreaterThanOrEqual(4.5);
  expect(contrastOf(palette.ink, palette.mark)).toBeGreaterThanOrEqual(4.5);
});

test('themeCss has every colour for both schemes', () => {
  const css = themeCss(institute().colours);

  expect(css).toContain(
    `--accent: light-dark(${institute().colours.light.accent}, ${institute().colours.dark.accent});`,
  );
  expect(Object.keys(institute().colours.dark)).toEqual(Object.keys(institute().colours.light));
});
