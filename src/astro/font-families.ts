import { resolve } from 'node:path';
import type { AstroUserConfig, FontProvider } from 'astro';
import { subsetTypeface, type FontFile, type FontPart, type Typeface } from '#lib/theme/fonts.ts';

/** For files without a range, the letters are chosen by nothing else. */
type Files = { files: (Omit<FontFile, 'unicodeRange'> & { unicodeRange?: string | undefined })[] };
type Families = NonNullable<AstroUserConfig<never, never, FontProvider<Files>[]>['fonts']>;

/**
 * Configures the institute's typefaces for Astro, as `--font-heading` and `--font-text`, and the italics of texts as a
 * family of their own, `--font-text-italic`: until its file is loaded, browsers slant the upright letters instead of
 * taking another typeface. Pages with letters such as Ł use the families that end in `-european` or `-latin`, where these
 * and a-z are in one file.
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
        ...familiesOf(upright, { name: face.name, use, fallbacks: [...face.fallbacks] }),
        ...familiesOf(italics, { name: `${face.name} Italic`, use: `${use}-italic`, fallbacks: [] }),
      ];
    }),
  );
  return families.flat();
}

type Family = { name: string; use: string; fallbacks: string[] };

function familiesOf(files: readonly FontFile[], { name, use, fallbacks }: Family): Families {
  if (files.length === 0) return [];
  const family = (variable: `--${string}`, files: Files['files']) => ({
    name,
    provider,
    fallbacks,
    optimizedFallbacks: fallbacks.length > 0,
    cssVariable: variable,
    options: { files },
  });
  const partsOf = (wide: FontPart, ...others: FontPart[]) =>
    files
      .filter(({ part }) => part === wide || others.includes(part))
      .map((file) => (file.part === wide ? { ...file, unicodeRange: undefined } : file));
  return [
    family(`--font-${use}`, [...files]),
    family(`--font-${use}-european`, partsOf('european', 'signs')),
    family(`--font-${use}-latin`, partsOf('latin')),
  ];
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
      ...(unicodeRange && { unicodeRange: [unicodeRange] }),
      // On a slow connection the font appears from the next page on, so that text never shifts.
      display: 'optional' as const,
      meta: { subset: part },
    })),
  }),
};
