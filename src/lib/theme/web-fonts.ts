import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromBuffer } from '@capsizecss/unpack';
import { familyList } from '#lib/content/family-list.ts';
import { subsetTypeface, type FontFile, type FontPart, type Typeface } from './fonts.ts';
import { fontsAddress, fontsCache } from './font-places.ts';

export type WebFonts = {
  /** `@font-face` rules, and the families as `--font-heading`, `--font-text` and `--font-text-italic`. */
  css: string;
  /** Addresses of the files that every page loads. */
  preloads: string[];
  /** Names of all files in `fontsCache`. */
  fonts: string[];
};

/** The weight of most text in a typeface, by its use. Pages preload the files with this weight. */
const mainWeights: Readonly<Record<string, number>> = { heading: 600, text: 400 };

/**
 * Writes the font files of the institute's typefaces and their CSS rules. Italics of texts are a separate family: until
 * its file has loaded, browsers slant the upright letters instead of using another typeface. Pages with letters such as
 * Ł use the families that end in `-european` or `-latin`, which have these letters and a-z in one file.
 */
export async function makeWebFonts(faces: Readonly<Record<string, Typeface>>): Promise<WebFonts> {
  const made = await Promise.all(
    Object.entries(faces).map(async ([use, face]) => {
      const files = await subsetTypeface(face);
      const italics = files.filter(({ style }) => use === 'text' && style === 'italic');
      const upright = files.filter((file) => !italics.includes(file));
      const metrics = await readMetrics(upright);
      return {
        files,
        css: [
          ...familiesOf(upright, { use, fallbacks: face.fallbacks, metrics }),
          ...familiesOf(italics, { use: `${use}-italic`, fallbacks: [] }),
        ],
        preloads: upright.filter(
          ({ part, style, weight }) =>
            part === 'common' && style === 'normal' && includes(weight, mainWeights[use] ?? 400),
        ),
      };
    }),
  );
  return {
    css: made.flatMap(({ css }) => css).join(''),
    preloads: made.flatMap(({ preloads }) => preloads.map(({ file }) => addressOf(file))),
    fonts: [...new Set(made.flatMap(({ files }) => files.map(({ file }) => file)))],
  };
}

function addressOf(file: string): string {
  return `${fontsAddress}/${file}`;
}

/** @param range `600`, or `400 600` */
function includes(range: string, weight: number): boolean {
  const [least = 0, most = least] = range.split(' ').map(Number);
  return least <= weight && weight <= most;
}

type Family = { use: string; fallbacks: readonly string[]; metrics?: Metrics };

function familiesOf(files: readonly FontFile[], family: Family): string[] {
  if (files.length === 0) return [];
  const { use } = family;
  // The file with the most characters has no range: it is used for all letters that no other file contains.
  const partsOf = (wide: FontPart, ...others: FontPart[]) =>
    files
      .filter(({ part }) => part === wide || others.includes(part))
      .map((file) => (file.part === wide ? { ...file, unicodeRange: '' } : file));
  return [
    writeFamily(use, files, family),
    writeFamily(`${use}-european`, partsOf('european', 'signs'), family),
    writeFamily(`${use}-latin`, partsOf('latin'), family),
  ];
}

function writeFamily(name: string, files: readonly FontFile[], { fallbacks, metrics }: Family): string {
  // With `font-display: optional`, a slow connection shows the font from the next page on, so text never shifts.
  const faces = files.map(
    ({ file, weight, style, unicodeRange }) =>
      `@font-face{font-family:${name};src:url("${addressOf(file)}") format("woff2");font-display:optional;` +
      (unicodeRange && `unicode-range:${unicodeRange};`) +
      `font-weight:${weight};font-style:${style};}`,
  );
  const adjusted = metrics ? adjustFallback(name, files, { generic: fallbacks.at(-1) ?? '', metrics }) : [];
  const families = [name, ...(adjusted.length > 0 ? [`${name} fallback`] : []), ...fallbacks];
  return [...faces, ...adjusted, `:root{--font-${name}:${familyList(families)};}`].join('');
}

type Metrics = { ascent: number; descent: number; lineGap: number; unitsPerEm: number; xWidthAvg: number };

/** Every file of a typeface has the same metrics. */
async function readMetrics([first]: readonly FontFile[]): Promise<Metrics> {
  if (!first) throw new Error('a typeface needs a file with upright letters');
  return fromBuffer(await readFile(join(fontsCache, first.file)));
}

/** Fonts of most systems, with the average width of their letters in texts, in font units. */
const systemFonts: Readonly<
  Record<string, { name: string; width: number; boldWidth: number; units: number }>
> = {
  serif: { name: 'Times New Roman', width: 832, boldWidth: 886, units: 2048 },
  'sans-serif': { name: 'Arial', width: 913, boldWidth: 983, units: 2048 },
};

/** Rules that give the system font the width and height of the typeface, so text does not shift. */
function adjustFallback(
  name: string,
  files: readonly FontFile[],
  { generic, metrics }: { generic: string; metrics: Metrics },
): string[] {
  const system = systemFonts[generic];
  if (!system) return [];
  const { ascent, descent, lineGap, unitsPerEm, xWidthAvg } = metrics;
  const rules = files.map(({ weight, style }) => {
    const isBold = Number(weight) >= 700;
    const scale = xWidthAvg / unitsPerEm / ((isBold ? system.boldWidth : system.width) / system.units);
    const percent = (units: number) => `${Number((units * 100).toFixed(4))}%`;
    const height = (units: number) => percent(Math.abs(units) / (unitsPerEm * scale));
    return (
      `@font-face{font-family:"${name} fallback";src:local("${system.name}${isBold ? ' Bold' : ''}");` +
      `font-display:swap;font-weight:${weight};font-style:${style};size-adjust:${percent(scale)};` +
      `ascent-override:${height(ascent)};descent-override:${height(descent)};line-gap-override:${height(lineGap)};}`
    );
  });
  return [...new Set(rules)];
}
