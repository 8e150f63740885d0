import { resolve } from 'node:path';
import type { AstroUserConfig, FontProvider } from 'astro';
import { subsetTypeface, type FontFile, type Typeface } from '#lib/theme/fonts.ts';

type Files = { files: FontFile[] };
type Families = NonNullable<AstroUserConfig<never, never, FontProvider<Files>[]>['fonts']>;

/** Configures the institute's typefaces for Astro, as `--font-heading` and `--font-text`. */
export async function fontFamilies(
  faces: Readonly<Record<string, Typeface>>,
  cacheDir: string,
): Promise<Families> {
  return Promise.all(
    Object.entries(faces).map(async ([use, face]) => ({
      name: face.name,
      cssVariable: `--font-${use}` as const,
      provider,
      fallbacks: [...face.fallbacks],
      options: { files: await subsetTypeface(face, cacheDir) },
    })),
  );
}

/**
 * Provides font files with their Unicode ranges. Astro's own provider of local files does not support ranges, so pages
 * would preload every file.
 */
const provider: FontProvider<Files> = {
  name: 'cut-typefaces',
  resolveFont: ({ options }) => ({
    fonts: (options?.files ?? []).map(({ file, part, weight, style, unicodeRange }) => ({
      src: [{ url: resolve(file), format: 'woff2' }],
      weight: String(weight),
      style,
      unicodeRange: [unicodeRange],
      // On a slow connection the font appears from the next page on, so that text never shifts.
      display: 'optional' as const,
      meta: { subset: part },
    })),
  }),
};
