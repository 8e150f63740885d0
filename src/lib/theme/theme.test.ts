import { expect, test } from 'vitest';
import { institute } from '#lib/content/current-institute.ts';
import { themeCss } from './theme.ts';

test('themeCss has every colour for both schemes', () => {
  const css = themeCss(institute().colours);

  expect(css).toContain(
    `--accent: light-dark(${institute().colours.light.accent}, ${institute().colours.dark.accent});`,
  );
  expect(Object.keys(institute().colours.dark)).toEqual(Object.keys(institute().colours.light));
});
