import { z } from 'zod';
import { field, text } from './fields.ts';

const words = text(1, 200);

const colour = (description: string, example: string) =>
  field(
    z.string().regex(/^#[\da-f]{6}$/i, `is not a colour, like '${example}'`),
    description,
    `'${example}'`,
  );

/** Colours of one scheme, in six-digit CSS notation. */
export const paletteSchema = z.strictObject({
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

const fileField = (description: string) =>
  field(words, description, '@expo-google-fonts/newsreader/600SemiBold/Newsreader_600SemiBold.ttf');

export const typefaceSchema = z.strictObject({
  name: field(words, 'Name of the family.', 'Newsreader'),
  files: field(
    z
      .array(
        z.strictObject({
          file: fileField('Its path in an installed package.'),
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
    z.tuple([words], words).readonly(),
    'Fonts to use until it is loaded. The last is a generic family.',
    '[Georgia, serif]',
  ),
});
