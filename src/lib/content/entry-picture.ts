import { z } from 'zod';
import type { Literal } from './documents/literal.ts';
import { field, text } from './fields.ts';

/** Formats that pages can show. */
const fileSchema = z
  .string()
  .regex(
    /^\.{1,2}\/\S.*\.(jpe?g|png|webp|avif|tiff?|gif|svg)$/i,
    'is not a picture file, like ./workshop.jpg',
  );

const focusSchema = z
  .string()
  .regex(/^(100|\d{1,2})% (100|\d{1,2})%$/, 'is not a point of the picture, like "40% 30%"');

/** The picture of an entry: on its page and on its cards. */
export const entryPictureSchema = z.strictObject({
  file: field(fileSchema, 'The picture’s file. It is filled in when you choose a picture.', './workshop.jpg'),
  alt: field(
    text(5, 300),
    'What the picture shows, for people who cannot see it.',
    '"Two students at a workbench"',
  ),
  focus: field(
    focusSchema.default('50% 50%'),
    'The point that stays in view when the edges are cut off: how far from the left, then how far from the top. The middle is 50% 50%.',
    '"40% 30%"',
  ),
});

export type EntryPicture = z.infer<typeof entryPictureSchema>;

export const pictureField = field(
  entryPictureSchema.optional(),
  'A picture for the page and for lists. Pages look well without one, too.',
  '{ file: ./workshop.jpg, alt: "Two students at a workbench", focus: "40% 30%" }',
);

/** A shape that pictures are cropped to. */
type PictureShape = {
  /** Width by height. */
  ratio: number;
  /** Widths of the files in pixels, ascending. */
  widths: readonly number[];
  /** Shown by other services. Always JPEG: some services support no other format. */
  isForServices?: boolean;
};

/** The shapes in which pages show the pictures of entries. */
const pictureShapes = {
  portrait: { ratio: 1, widths: [80, 160, 320] },
  card: { ratio: 3 / 2, widths: [160, 360, 720] },
  page: { ratio: 5 / 2, widths: [360, 736, 1472] },
  link: { ratio: 1200 / 630, widths: [1200], isForServices: true },
} as const satisfies Readonly<Record<string, PictureShape>>;

export type PictureShapeName = keyof typeof pictureShapes;

/** How a picture is cropped: its shape, and the point that stays in view. */
export type Crop = PictureShape & { focus: string };

export function cropOf(shape: PictureShapeName, { focus }: Pick<EntryPicture, 'focus'>): Crop {
  return { ...pictureShapes[shape], focus };
}

/** A picture as a page shows it: the files of its formats with their size, and its description. */
export type CroppedPicture = { files: Readonly<Record<string, Literal>>; alt: string };

/** The picture of an entry for other services, which show it in link previews and search results. */
export type LinkPicture = { path: string; width: number; height: number; alt: string };

/** @returns undefined for SVG drawings, which other services do not show */
export function toLinkPicture({ files, alt }: CroppedPicture): LinkPicture | undefined {
  const { src, width, height } = files;
  const isShown = typeof src === 'string' && !/\.svg(#|$)/.test(src);
  return isShown ? { path: src, width: Number(width), height: Number(height), alt } : undefined;
}

type Size = { width: number; height: number };

/** The largest box with this ratio in a picture, as near to the focus as possible, in whole pixels. */
export function cropBox({ width, height }: Size, { ratio, focus }: Pick<Crop, 'ratio' | 'focus'>) {
  const cropped = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  };
  const [across = 0.5, down = 0.5] = focus.split(' ').map((part) => Number.parseFloat(part) / 100);
  const start = (whole: number, part: number, at: number) =>
    Math.round(Math.min(whole - part, Math.max(0, whole * at - part / 2)));
  return {
    ...cropped,
    left: start(width, cropped.width, across),
    top: start(height, cropped.height, down),
  };
}
