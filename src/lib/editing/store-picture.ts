import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { isDrawing, readDrawing } from '#lib/content/documents/drawing.ts';
import { isHeic } from '#lib/content/photo-formats.ts';
import { ApiError } from '#lib/http/api-error.ts';

/** A picture as it is stored: upright, without the place where it was taken, and not larger than pages need. */
export type CheckedPicture = { bytes: Buffer; format: PhotoFormat | 'gif' | 'svg' };

type PhotoFormat = keyof typeof photoOptions;

/** Pages get smaller versions of what is stored. A higher effort makes AVIF files a tenth smaller, in seconds of CPU. */
const photoOptions = {
  jpeg: { quality: 88 },
  png: {},
  webp: { quality: 88 },
  avif: { quality: 70, effort: 0 },
} as const;
/** Of the longer side, in pixels. */
const maxSide = 2400;
/** In hexadecimal digits: 80 bits, so that nobody finds a picture with the name of another one. */
const hashLength = 20;
/** A file of a few kilobytes can decode to gigabytes. */
const maxPixels = 80_000_000;

/**
 * Checks a picture by its content, whatever its name says. Metadata such as the place are removed.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE
 */
export function checkPicture(bytes: Buffer): Promise<CheckedPicture> {
  const checked = conversion.then(() => convertPicture(bytes));
  conversion = checked.catch(() => undefined);
  return checked;
}

/** One at a time: a photo of 48 megapixels can take 200 MB. */
let conversion: Promise<unknown> = Promise.resolve();

async function convertPicture(bytes: Buffer): Promise<CheckedPicture> {
  if (isHeic(bytes)) throw heicRefused();
  const drawing = isDrawing(bytes) ? requireDrawing(bytes) : undefined;
  // Some platforms have no binary of it, and the site runs there without the desk's pictures.
  const { default: sharp } = await import('sharp');
  const source = sharp(drawing ?? bytes, { limitInputPixels: maxPixels, animated: false });
  const { format, compression, pages = 1 } = await source.metadata().catch(refuse);
  if (drawing) return { bytes: drawing, format: 'svg' };
  if (format === 'gif' && pages > 1) return { bytes, format };
  const target = photoFormat(compression === 'av1' ? 'avif' : format);
  const upright = source.rotate().resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true });
  const made = await upright.toFormat(target, photoOptions[target]).toBuffer().catch(refuse);
  return { bytes: made, format: target };
}

/** The format in which a photo is stored: its own, or another for those of cameras and screens that no page shows. */
function photoFormat(format: string | undefined): PhotoFormat {
  if (format !== undefined && Object.hasOwn(photoOptions, format)) return format as PhotoFormat;
  if (format === 'heif' || format === 'tiff') return 'jpeg';
  if (format === 'gif') return 'png';
  return refuse();
}

/** Drawings run code if a browser opens them on their own. */
function requireDrawing(bytes: Buffer): Buffer {
  const { svg, problem } = readDrawing(bytes);
  if (svg) return svg;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', {
    message: toSentence(problem.message),
    resolution: toSentence(problem.fix),
  });
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function heicRefused(): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'This photo is in the format HEIC, which many browsers can’t show.',
    resolution:
      'Save it as JPEG, and add that: open it in Photos or Preview and export it, or set the camera of an iPhone to “Most Compatible”.',
  });
}

function refuse(cause?: unknown): never {
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'This file is not a picture that pages can show.',
    resolution: 'Use a JPEG, PNG, WebP, AVIF, GIF or SVG file of at most 80 megapixels.',
    cause,
  });
}

/**
 * The path of a new picture beside an entry: the same for the same picture, whoever adds it.
 * @param number another one if the path is taken
 */
export function placePicture(
  file: string,
  { name, number = 1 }: { name: string; number?: number },
  { bytes, format }: CheckedPicture,
): string {
  const base = name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, hashLength);
  const ending = format === 'jpeg' ? 'jpg' : format;
  return posix.join(
    posix.dirname(file),
    `${base || 'picture'}-${hash}${number > 1 ? `-${number}` : ''}.${ending}`,
  );
}
