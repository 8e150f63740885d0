import { expect, test } from 'vitest';
import { institute } from '#lib/content/current-institute.ts';
import { colourRule } from './theme.ts';

test('colourRule contains every colour for both schemes', () => {
  const css = colourRule(institute().colours);

  expect(css).toContain(
    `--accent:light-dark(${institute().colours.light.accent},${institute().colours.dark.accent});`,
  );
  expect(Object.keys(institute().colours.dark)).toEqual(Object.keys(institute().colours.light));
});
