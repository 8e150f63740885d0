import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  charactersOf,
  commonLetters,
  europeanLetters,
  otherLetters,
  rareSigns,
  textSigns,
  toUnicodeRange,
  type Ranges,
} from './letters.ts';
import { fontsCache } from './font-places.ts';

/** A typeface from installed packages, chosen in `institute.yaml`. */
export type Typeface = {
  /** Name of the family: `Newsreader`. */
  name: string;
  /**
   * Files with all letters of the typeface, as TrueType, OpenType, WOFF or WOFF2. Fontsource has a file per script:
   * with only `latin`, letters such as Ł are shown in a fallback font.
   */
  files: readonly TypefaceFile[];
  /** A file with one weight for link previews, as TrueType, OpenType or WOFF. */
  linkPictures: string;
  /** Whether to keep ligatures, tabular figures and signs for texts. Without them the files are smaller. */
  hasAlternates: boolean;
  /** Fallback fonts; the last is a generic family such as `serif`. */
  fallbacks: readonly [string, ...string[]];
};

type TypefaceFile = {
  /** Its path in the package: `source-sans/TTF/SourceSans3-It.ttf`. */
  file: string;
  /** `600`, or `400 600` for a variable font: one file for two weights is smaller than two files. */
  weight: string;
  style: 'normal' | 'italic';
};

/** A file for the web. `file` is its name in `fontsCache`. */
export type FontFile = TypefaceFile & {
  part: FontPart;
  /** The characters for which pages load the file. Where ranges overlap, browsers use the smaller file. */
  unicodeRange: string;
};

/**
 * Every visit loads `common`. `european` also contains the letters of `common`, and `latin` contains all characters,
 * so no word needs two files. `signs` contains rare signs.
 */
export type FontPart = 'common' | 'signs' | 'european' | 'latin';

type Subset = { source: string; characters: string; features: string[]; weight: string };

const files = createRequire(import.meta.url);

const textFeatures = ['kern', 'liga', 'tnum', 'ccmp'];

/** Subsets the typeface for the web. Larger files come first. */
export async function subsetTypeface(face: Typeface): Promise<FontFile[]> {
  mkdirSync(fontsCache, { recursive: true });
  const subsets = face.files.map(async ({ file, weight, style }) => {
    // Headings and italics are mostly words: signs and the features for them would only make every visit load more.
    const isForTexts = face.hasAlternates && style === 'normal';
    const features = isForTexts ? textFeatures : style === 'italic' ? ['ccmp'] : ['kern', 'ccmp'];
    const source = files.resolve(file);
    const subsetPart = async (part: FontPart, own: Ranges, others: Ranges): Promise<FontFile> => ({
      part,
      weight,
      style,
      unicodeRange: toUnicodeRange(own),
      file: await subsetFile({
        source,
        weight,
        characters: charactersOf([...own, ...others]),
        features: part === 'latin' ? [...features, 'mark', 'mkmk'] : features,
      }),
    });
    const common = isForTexts ? [...commonLetters, ...textSigns] : commonLetters;
    const signs = isForTexts ? rareSigns : [...textSigns, ...rareSigns];
    return [
      await subsetPart('latin', otherLetters, [...common, ...signs, ...europeanLetters]),
      await subsetPart('european', europeanLetters, common),
      await subsetPart('signs', signs, []),
      await subsetPart('common', common, []),
    ];
  });
  return (await Promise.all(subsets)).flat();
}

/** @returns the name of the file: a hash of its source and options */
async function subsetFile({ source, characters, features, weight }: Subset): Promise<string> {
  const font = await readFile(source);
  const [min, max] = weight.split(' ').map(Number);
  const options = {
    targetFormat: 'woff2' as const,
    noLayoutClosure: !features.includes('liga'),
    noHinting: true,
    keepFeatures: features,
    ...(min && max && { variationAxes: { wght: { min, max, default: min } } }),
  };
  const hash = createHash('sha256')
    .update(font)
    .update(JSON.stringify([characters, options]))
    .digest('hex');
  const name = `${hash.slice(0, 16)}.woff2`;
  const target = join(fontsCache, name);
  if (existsSync(target)) return name;
  const { default: subsetFont } = await import('subset-font');
  // Other processes may write the same file.
  const part = `${target}.${process.pid}`;
  await writeFile(part, await subsetFont(font, characters, options));
  await rename(part, target);
  return name;
}
