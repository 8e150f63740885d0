import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** A typeface from a Fontsource package, chosen in `site.ts`. */
export type Typeface = {
  /** Name of the family: `Newsreader`. */
  name: string;
  /** `@fontsource/newsreader` */
  package: string;
  /** A package with the variable font: one file for two upright weights is smaller than two files. */
  variablePackage?: string;
  weights: readonly number[];
  /** Weights that also have italics. */
  italics: readonly number[];
  /** Keeps ligatures, tabular figures and signs for texts. Without them the files are smaller. */
  hasAlternates: boolean;
  /** Fallback fonts; the last is a generic family such as `serif`. */
  fallbacks: readonly [string, ...string[]];
};

export type FontFile = {
  file: string;
  /** The characters in the file. */
  part: 'common' | 'signs' | 'european' | 'rare';
  /** `400`, or `400 600` for a file with all weights between. */
  weight: string;
  style: 'normal' | 'italic';
  unicodeRange: string;
};

type Ranges = readonly (readonly [from: number, to: number])[];

const files = createRequire(import.meta.url);

const textFeatures = ['kern', 'liga', 'tnum', 'ccmp'];

/** Digits, punctuation and the letters of English and of most Western European names: what sentences consist of. */
const letters = [
  [0x20, 0x22],
  [0x24, 0x29],
  [0x2c, 0x3b],
  [0x3f, 0x3f],
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xa0, 0xa0],
  [0xa3, 0xa3],
  [0xc1, 0xc1],
  [0xc4, 0xc5],
  [0xc7, 0xc7],
  [0xc9, 0xc9],
  [0xd6, 0xd6],
  [0xd8, 0xd8],
  [0xdc, 0xdc],
  [0xdf, 0xef],
  [0xf1, 0xf1],
  [0xf3, 0xf4],
  [0xf6, 0xf6],
  [0xf8, 0xf8],
  [0xfa, 0xfc],
  [0x153, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
] as const;
/** Signs of texts, which headings hardly ever have. */
const textSigns = [
  [0x2a, 0x2b],
  [0x3d, 0x3d],
  [0x40, 0x40],
  [0x5b, 0x5b],
  [0x5d, 0x5d],
  [0xa7, 0xa7],
  [0xb0, 0xb3],
  [0xb7, 0xb7],
  [0xbc, 0xbe],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x202f, 0x202f],
  [0x2192, 0x2192],
  [0x2212, 0x2212],
] as const;
/** Rarer signs, and rarer letters of Western European languages. */
const rareSigns = [
  [0x23, 0x23],
  [0x3c, 0x3c],
  [0x3e, 0x3e],
  [0x5c, 0x5c],
  [0x5e, 0x60],
  [0x7b, 0x7e],
  [0xa1, 0xa2],
  [0xa4, 0xa6],
  [0xa8, 0xaf],
  [0xb4, 0xb6],
  [0xb8, 0xbb],
  [0xbf, 0xc0],
  [0xc2, 0xc3],
  [0xc6, 0xc6],
  [0xc8, 0xc8],
  [0xca, 0xd5],
  [0xd9, 0xdb],
  [0xdd, 0xde],
  [0xf0, 0xf0],
  [0xf2, 0xf2],
  [0xf5, 0xf5],
  [0xf9, 0xf9],
  [0xfd, 0xff],
  [0x152, 0x152],
  [0x201a, 0x201a],
  [0x201e, 0x201e],
  [0x2022, 0x2022],
  [0x20ac, 0x20ac],
  [0x2190, 0x2191],
  [0x2193, 0x2193],
  [0x2264, 0x2265],
] as const;
/** Letters of Central and Eastern European languages: Ł, ő, č, ș. */
const european = [
  [0x100, 0x151],
  [0x154, 0x17f],
  [0x218, 0x21b],
  [0x1e9e, 0x1e9e],
] as const;
const rare =
  'U+0180-0217, U+021C-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9D, U+1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF';

/**
 * Subsets the typeface for the web: a file with the common characters, which every visit loads, and three with others,
 * which pages load that have one of them. The letters of most Western European words are in one file, so
 * that no word is shown in two typefaces.
 */
export async function subsetTypeface(face: Typeface, cacheDir: string): Promise<FontFile[]> {
  mkdirSync(cacheDir, { recursive: true });
  const subsets = await Promise.all(
    sourcesOf(face).map(async ({ weight, style, latin, more, axes }): Promise<FontFile[]> => {
      // Headings and italics are words: signs, and what makes figures and signs even, would only add to every visit.
      const isForTexts = face.hasAlternates && style === 'normal';
      const features = isForTexts ? textFeatures : style === 'italic' ? ['ccmp'] : ['kern', 'ccmp'];
      const subsetPart = async (part: FontFile['part'], ranges: Ranges): Promise<FontFile> => ({
        ...{ part, weight, style, unicodeRange: rangeOf(ranges) },
        file: await subsetFile(part === 'european' ? more : latin, { ranges, features, axes, cacheDir }),
      });
      const common = isForTexts ? [...letters, ...textSigns] : letters;
      const signs = isForTexts ? rareSigns : [...textSigns, ...rareSigns];
      return [
        await subsetPart('common', common),
        await subsetPart('signs', signs),
        await subsetPart('european', european),
        { ...{ part: 'rare', weight, style }, unicodeRange: rare, file: more },
      ];
    }),
  );
  return subsets.flat();
}

type Source = Pick<FontFile, 'weight' | 'style'> & { latin: string; more: string; axes?: Axes };
type Axes = { wght: { min: number; max: number; default: number } };

/** The files of the packages: one for each weight, or one for all upright weights. */
function sourcesOf({ package: name, variablePackage, weights, italics }: Typeface): Source[] {
  const staticSource = (weight: number, style: FontFile['style']): Source => ({
    ...{ weight: String(weight), style },
    ...{
      latin: fileOf(name, `latin-${weight}-${style}`),
      more: fileOf(name, `latin-ext-${weight}-${style}`),
    },
  });
  const [min, max] = [Math.min(...weights), Math.max(...weights)];
  return [
    ...(variablePackage
      ? [
          {
            ...{ weight: `${min} ${max}`, style: 'normal' as const },
            latin: fileOf(variablePackage, 'latin-wght-normal'),
            more: fileOf(variablePackage, 'latin-ext-wght-normal'),
            axes: { wght: { min, max, default: min } },
          },
        ]
      : weights.map((weight) => staticSource(weight, 'normal'))),
    ...italics.map((weight) => staticSource(weight, 'italic')),
  ];
}

function fileOf(name: string, part: string): string {
  return files.resolve(`${name}/files/${name.split('/').at(-1) ?? ''}-${part}.woff2`);
}

async function subsetFile(
  source: string,
  {
    ranges,
    features,
    axes,
    cacheDir,
  }: { ranges: Ranges; features: string[]; axes?: Axes | undefined; cacheDir: string },
): Promise<string> {
  const font = readFileSync(source);
  const text = ranges.map(([from, to]) => charactersOf(from, to)).join('');
  const options = {
    targetFormat: 'woff2' as const,
    noLayoutClosure: features !== textFeatures,
    noHinting: true,
    keepFeatures: features,
    ...(axes && { variationAxes: axes }),
  };
  const name = createHash('sha256')
    .update(font)
    .update(JSON.stringify([text, options]))
    .digest('hex');
  const target = join(cacheDir, `${name}.woff2`);
  if (existsSync(target)) return target;
  writeFileSync(target, await subsetFont(font, text, options));
  return target;
}

function charactersOf(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

function rangeOf(ranges: Ranges): string {
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');
  return ranges.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`).join(', ');
}
