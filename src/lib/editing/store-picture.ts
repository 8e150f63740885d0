import { posix } from 'node:path';
import { isDrawing, readDrawing } from '#lib/content/documents/drawing.ts';
import type { DocumentFormat } from '#lib/content/download.ts';
import { isHeic } from '#lib/content/photo-formats.ts';
import { slugOf } from '#lib/content/slug-of.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { pictureErrors } from '#lib/i18n/en/desk.ts';
import { maxSide } from './picture-size.ts';

/** A picture that is ready to store: upright, without metadata such as its location, and no larger than pages need. */
type CheckedPicture = { bytes: Buffer; format: PhotoFormat | 'gif' | 'svg' };

type PhotoFormat = keyof typeof photoOptions;

/** Pages get smaller variants of this. More effort would make AVIF files 10 % smaller but take seconds of CPU. */
const photoOptions = {
  jpeg: { quality: 88 },
  png: {},
  webp: { quality: 88 },
  avif: { quality: 70, effort: 0 },
} as const;
/** Maximum number of decoded pixels: a file of a few kilobytes can decode to gigabytes. */
const maxPixels = 80_000_000;

/** Converts a HEIC photo to JPEG. */
export type ConvertHeic = (bytes: Buffer) => Promise<Buffer>;

/**
 * Checks a picture by its content, not its name, and removes metadata such as the location.
 * @param convertHeic without it, HEIC photos are refused
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE
 */
export function checkPicture(bytes: Buffer, convertHeic?: ConvertHeic): Promise<CheckedPicture> {
  const checked = conversion.then(() => convertPicture(bytes, convertHeic));
  conversion = checked.catch(() => undefined);
  return checked;
}

/** Conversions run one at a time: a photo of 48 megapixels can take 200 MB. */
let conversion: Promise<unknown> = Promise.resolve();

async function convertPicture(bytes: Buffer, convertHeic?: ConvertHeic): Promise<CheckedPicture> {
  if (isHeic(bytes)) {
    const jpeg = await convertHeic?.(bytes).catch(heicRefused);
    return { bytes: jpeg ?? heicRefused(), format: 'jpeg' };
  }
  const drawing = isDrawing(bytes) ? requireDrawing(bytes) : undefined;
  // Imported on demand: on platforms without a sharp binary, the site runs but can't store pictures.
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

/** The format in which a photo is stored: its own if browsers can show it, otherwise a similar one. */
function photoFormat(format: string | undefined): PhotoFormat {
  if (format !== undefined && Object.hasOwn(photoOptions, format)) return format as PhotoFormat;
  if (format === 'heif' || format === 'tiff') return 'jpeg';
  if (format === 'gif') return 'png';
  return refuse();
}

/** Sanitises an SVG: opened on its own, it could run scripts. */
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

function heicRefused(cause?: unknown): never {
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { ...pictureErrors.heic, cause });
}

function refuse(cause?: unknown): never {
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { ...pictureErrors.notPicture, cause });
}

/** The name that browsers give to a picture from the clipboard. */
const pastedName = 'image';

/**
 * The path of a new picture or document beside an entry: `Foto mit Ümlaut.png` becomes `foto-mit-umlaut.png`. A pasted
 * picture is named like the entry.
 * @param number increase it if another picture already has the name
 */
export function chooseFilePath(
  file: string,
  { name, number = 1 }: { name: string; number?: number },
  { format }: { format: CheckedPicture['format'] | DocumentFormat },
): string {
  const ending = format === 'jpeg' ? 'jpg' : format;
  const own = slugOf(name.replace(/\.[^.]*$/, ''));
  const base = own === '' || own === pastedName ? nameOfEntry(file) : own;
  return posix.join(posix.dirname(file), `${base}${number > 1 ? `-${number}` : ''}.${ending}`);
}

/** `flood-day` for `news/flood-day.mdx`, `money` for `handbook/money/index.mdx`. */
function nameOfEntry(file: string): string {
  return posix.basename(file.replace(/(?:\/index)?\.\w+$/, ''));
}
