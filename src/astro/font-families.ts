import { resolve } from 'node:path';
import type { AstroUserConfig, FontProvider } from 'astro';
import { subsetTypeface, type FontFile, type Typeface } from '#lib/theme/fonts.ts';

type Files = { files: FontFile[] };
type Families = NonNullable<AstroUserConfig<never, never, FontProvider<Files>[]>['fonts']>;

/**
 * Configures the institute's typefaces for Astro, as `--font-heading` and `--font-text`, and the italics of texts as a
 * family of their own, `--font-text-italic`: until its file is loaded, browsers slant the upright letters instead of taking another typeface.
 */
export async function fontFamilies(
  faces: Readonly<Record<string, Typeface>>,
  cacheDir: string,
): Promise<Families> {
  const families = await Promise.all(
    Object.entries(faces).map(async ([use, face]) => {
      const files = await subsetTypeface(face, cacheDir);
      const italics = files.filter(({ style }) => use === 'text' && style === 'italic');
      const upright = files.filter((file) => !italics.includes(file));
      return [
        {
          ...{ name: face.name, cssVariable: `--font-${use}` as const, provider },
          ...{ fallbacks: [...face.fallbacks], options: { files: upright } },
        },
        {
          ...{ name: `${face.name} Italic`, cssVariable: `--font-${use}-italic` as const, provider },
          ...{ fallbacks: [], optimizedFallbacks: false, options: { files: italics } },
        },
      ].filter(({ options }) => options.files.length > 0);
    }),
  );
  return families.flat();
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
      weight,
      style,
      unicodeRange: [unicodeRange],
      // On a slow connection the font appears from the next page on, so that text never shifts.
      display: 'optional' as const,
      meta: { subset: part },
    })),
  }),
};
