import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paletteSchema } from '#lib/content/institute-look.ts';
import { palettesFrom } from './palettes.ts';

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('text is readable on every background, for any colours of the institute', () => {
  fc.assert(
    fc.property(colour, colour, (main, second) => {
      for (const palette of Object.values(palettesFrom(main, second))) {
        expect(paletteSchema.safeParse(palette).error).toBeUndefined();
      }
    }),
  );
});

test('keeps a main colour that is already readable', () => {
  expect(palettesFrom('#1f4e79', '#e07a1f').light.accent).toBe('#1f4e79');
});
