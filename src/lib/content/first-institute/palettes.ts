import type { z } from 'zod';
import { paletteSchema } from '#lib/content/institute-look.ts';

type Palette = z.output<typeof paletteSchema>;

const greys = {
  light: {
    ground: '#fcfcfa',
    raised: '#ffffff',
    ink: '#1c2126',
    muted: '#545c65',
    line: '#d9dde1',
    warn: '#8a4300',
    fault: '#a3201d',
    mark: '#fbe7a1',
    'on-accent': '#ffffff',
  },
  dark: {
    ground: '#12161a',
    raised: '#1a2026',
    ink: '#e7eaed',
    muted: '#a7b0b8',
    line: '#343c44',
    warn: '#f2b56f',
    fault: '#ff9a8f',
    mark: '#5c4a10',
    'on-accent': '#0b1015',
  },
} as const;

/**
 * Derives the colours of a site from two colours of the institute, in six-digit CSS notation. The first is made darker
 * or lighter until text in it is readable on every background; the second is for drawings.
 */
export function palettesFrom(main: string, second: string): { light: Palette; dark: Palette } {
  return { light: paletteFrom('light', main, second), dark: paletteFrom('dark', main, second) };
}

function paletteFrom(scheme: 'light' | 'dark', main: string, second: string): Palette {
  const grey = greys[scheme];
  const end = scheme === 'light' ? '#000000' : '#ffffff';
  for (let share = 0; ; share += 0.04) {
    const accent = mix(main, end, Math.min(share, 1));
    const tint = mix(grey.ground, accent, scheme === 'light' ? 0.06 : 0.1);
    const contour = mix(second, grey.ground, 0.25);
    const palette = { ...grey, accent, tint, contour, water: mix(accent, grey.ground, 0.35) };
    if (share >= 1 || paletteSchema.safeParse(palette).success) return palette;
  }
}

/** @param share share of the second colour in the result, from 0 to 1 */
function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
