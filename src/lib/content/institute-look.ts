import { z } from 'zod';
import { contrastOf } from '#lib/base/contrast.ts';
import { field, text } from './fields.ts';

const words = text(1, 200);

const sixDigits = /^#[\da-f]{6}$/i;

/** A colour in six-digit CSS notation. */
export const colourSchema = z.string().regex(sixDigits, "is not a colour, like '#14574e'");

const colour = (description: string, example: string) => field(colourSchema, description, `'${example}'`);

const coloursSchema = z.strictObject({
  ground: colour('Background of the page.', '#fbf9f3'),
  raised: colour('Background of fields, cards and the footer.', '#ffffff'),
  ink: colour('Text.', '#1b2524'),
  muted: colour('Secondary text.', '#556160'),
  line: colour('Lines and borders.', '#ddd8ca'),
  accent: colour('Links, buttons and selected items.', '#14574e'),
  'on-accent': colour('Text on the accent.', '#ffffff'),
  tint: colour('Background of notices.', '#eef2ea'),
  warn: colour('Deadlines and warnings.', '#8a4300'),
  fault: colour('Error messages and the borders of their fields.', '#a3201d'),
  mark: colour('Background of marked search words.', '#fbe7a1'),
  contour: colour('Contour lines of drawings.', '#b07a4f'),
  water: colour('Rivers of drawings.', '#3d87ad'),
});

export type Colours = z.output<typeof coloursSchema>;

/** Minimum contrast of text (WCAG 2.2, level AA). Borders of fields and buttons have the same colours and need 3. */
export const leastContrast = 4.5;
const grounds = ['ground', 'raised', 'tint'] as const;
const texts = ['ink', 'muted', 'accent', 'warn', 'fault'] as const;

/** The pairs of text and background on pages. */
const textPairs: readonly (readonly [keyof Colours, keyof Colours])[] = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ['on-accent', 'accent'],
  ['ink', 'mark'],
];

type Contrast = { text: keyof Colours; ground: keyof Colours; contrast: number };

/** The contrast of each text with each of its backgrounds. Pairs with an invalid colour are left out. */
export function contrastsOf(colours: Colours): Contrast[] {
  return textPairs
    .filter((pair) => pair.every((name) => sixDigits.test(colours[name])))
    .map(([text, ground]) => ({ text, ground, contrast: contrastOf(colours[text], colours[ground]) }));
}

/** Colours of one scheme, in six-digit CSS notation. */
export const paletteSchema = coloursSchema.superRefine((colours, context) => {
  const reported = new Set<string>();
  for (const { text, ground, contrast } of contrastsOf(colours)) {
    if (contrast >= leastContrast || reported.has(text)) continue;
    reported.add(text);
    const message = `is hard to read on ${ground}: its contrast is ${contrast.toFixed(1)}, and text needs ${leastContrast}`;
    const params = { fix: 'choose a darker or a lighter colour' };
    context.addIssue({ code: 'custom', path: [text], message, params });
  }
});

const fontFile = words.regex(
  /^(?:\.\/fonts\/|@?[a-z\d])(?!.*\.\.)[\w@. /-]+$/i,
  'is not a file of a package, like source-sans/TTF/SourceSans3-It.ttf, or of the institute, like ./fonts/Brand.ttf',
);

const fileField = (description: string) =>
  field(fontFile, description, '@expo-google-fonts/newsreader/600SemiBold/Newsreader_600SemiBold.ttf');

/** The drawing behind titles, in tiles and in link previews. */
export const artworkSchema = z.enum(['landscape', 'pattern', 'none']).default('landscape');

export type Artwork = z.output<typeof artworkSchema>;

const familyName = words.regex(/^[\p{L}\d -]+$/u, 'is not the name of a font, like Georgia');

export const typefaceSchema = z.strictObject({
  name: field(familyName, 'Name of the family.', 'Newsreader'),
  files: field(
    z
      .array(
        z.strictObject({
          file: fileField(
            'Its path in an installed package, or `./fonts/...` in the folder of the institute.',
          ),
          weight: field(
            z.string().regex(/^[1-9]00( [1-9]00)?$/, 'is not a weight, like 600 or 400 600'),
            'One weight, or two for a variable font.',
            "'600'",
          ),
          style: field(z.enum(['normal', 'italic']), 'Upright or italic.', 'normal'),
        }),
      )
      .min(1),
    'Files with all letters of the typeface: TrueType, OpenType, WOFF or WOFF2.',
    '[{ file: source-sans/TTF/SourceSans3-It.ttf, weight: "400", style: italic }]',
  ),
  linkPictures: fileField('A file with one weight for previews of links: TrueType, OpenType or WOFF.'),
  hasAlternates: field(
    z.boolean(),
    'Keeps ligatures, tabular figures and signs for texts. Without them the files are smaller.',
    'true',
  ),
  fallbacks: field(
    z.tuple([familyName], familyName).readonly(),
    'Fonts to use until it is loaded. The last is a generic family.',
    '[Georgia, serif]',
  ),
});
