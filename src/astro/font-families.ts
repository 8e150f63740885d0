import { resolve } from 'node:path';
import type { AstroUserConfig, FontProvider } from 'astro';
import { subsetTypeface, type FontFile, type Typeface } from '#lib/theme/fonts.ts';

type Files = { files: FontFile[] };
type Families = NonNullable<AstroUserConfig<never, never, FontProvider<Files>[]>['fonts']>;

/** The institute's typefaces as Astro wants them: `--font-heading` and `--font-text`. */
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
 * Astro's own provider of local files can't tell it which file holds what part of the script, and pages
 * would load every part beforehand.
 */
const provider: FontProvider<Files> = {
  name: 'cut-typefaces',
  resolveFont: ({ options }) => ({
    fonts: (options?.files ?? []).map(({ file, part, weight, style, unicodeRange }) => ({
      src: [{ url: resolve(file), format: 'woff2' }],
      weight: String(weight),
      style,
      unicodeRange: [unicodeRange],
      // A line so slow that letters come late gets them with the next page, and no text that jumps.
      display: 'optional' as const,
      meta: { subset: part },
    })),
  }),
};
