import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { cropBox, type Crop } from '#lib/content/entry-picture.ts';
import type { DocumentBlock, Props } from './document.ts';
import { isDrawing, readDrawing } from './drawing.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import { decodeAddress } from '#lib/content/links.ts';

/** Public folder of the pictures. Their names contain a hash of the content, so they can be cached forever. */
const folder = '/_astro/';
/** Cache of converted pictures, relative to the project's folder. */
export const contentPicturesCache = '.cache/content-pictures';

/** Takes a seventh of the CPU time of the default, 4. The files are 3 % larger. */
const avifEffort = 2;
/** Twice the maximum width of a text column, for high-density screens. */
const maxWidth = 1472;
const widths = [360, 736, 1104];
/** Pictures of entries are mostly decoration, so their quality is lower than that of pictures in texts. */
const croppedQuality = { avif: 42, webp: 56, jpeg: 60, png: 100 } as const;
/** Replaces transparency in JPEG files. */
const background = '#fff';
/** Part of each file's hash. Change it when the settings above change. */
const version = '1';

type PictureOptions = {
  cacheDir: string;
  /** Whether to convert to AVIF too, which takes a second or more of CPU time. If false, only uses cached AVIF. */
  hasTime?: boolean;
  /** Returns the bytes of a file; undefined if there is none. */
  read?: (file: string) => Promise<Buffer | undefined>;
};

/**
 * Converts a picture file to all sizes and formats, once per content and crop, and returns the props of its `<img>`.
 * Returns undefined if the file is missing or damaged, or is a drawing that is refused.
 */
export type Pictures = (file: string, crop?: Crop) => Promise<Props | undefined>;

export function createPictures({ cacheDir, read = readIfThere, hasTime = false }: PictureOptions): Pictures {
  const made = new Map<string, Promise<Props | undefined>>();
  return async (file, crop) => {
    const bytes = toServed(await read(file));
    if (!bytes) return undefined;
    const hash = createHash('sha256').update(version).update(bytes);
    if (crop) hash.update(JSON.stringify([crop, croppedQuality]));
    const ending = hash.digest('base64url').slice(0, 10);
    const name = `${stemOf(file)}.${ending}`;
    const known =
      made.get(name) ?? makePicture(bytes, { name, cacheDir, hasTime, crop }).catch(ignoreDamaged);
    made.set(name, known);
    return known;
  };
}

/** Damaged files must not stop a publication. Errors of the disk have a code, errors of the decoder do not. */
function ignoreDamaged(error: Error): undefined {
  if ('code' in error) throw error;
}

/** Rewrites drawings, because a browser runs their scripts if people open their address. Photos are converted later. */
function toServed(bytes: Buffer | undefined): Buffer | undefined {
  return bytes && isDrawing(bytes) ? readDrawing(bytes).svg : bytes;
}

/** The part of a converted picture's name that comes from the name of its file. */
export function stemOf(file: string): string {
  return basename(file, extname(file)).replaceAll(/[^\w-]+/g, '-');
}

/** The stem and the width in the name of a converted picture; drawings have no width. Undefined for other names. */
export function parsePictureName(name: string): { stem: string; width: number | undefined } | undefined {
  const [, stem, width] =
    /^([\w-]+)\.[\w-]{10}(?:-(\d{1,4}))?\.(?:avif|webp|jpeg|png|svg|gif)$/.exec(name) ?? [];
  return stem === undefined ? undefined : { stem, width: width === undefined ? undefined : Number(width) };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return existsSync(file) ? readFile(file) : undefined;
}

type MakeOptions = { name: string; cacheDir: string; hasTime: boolean; crop: Crop | undefined };

async function makePicture(
  bytes: Buffer,
  { name, cacheDir, hasTime, crop }: MakeOptions,
): Promise<Props | undefined> {
  const { default: sharp } = await import('sharp');
  await mkdir(cacheDir, { recursive: true });
  const put = async (file: string, make: () => Promise<Buffer> | Buffer) => {
    const path = join(cacheDir, file);
    if (!existsSync(path)) {
      await writeFile(`${path}.${process.pid}`, await make());
      await rename(`${path}.${process.pid}`, path);
    }
    return folder + file;
  };
  const { autoOrient: whole, format } = await sharp(bytes).metadata();
  if (format === 'svg' && !isDrawing(bytes)) return undefined;
  const box = crop ? cropBox(whole, crop) : { left: 0, top: 0, ...whole };
  // SVG drawings and GIF animations are not converted: browsers crop them.
  if (format === 'svg' || format === 'gif') {
    const src = await put(`${name}.${format}`, () => bytes);
    const view = crop && format === 'svg' ? viewOfSvg(bytes.toString('utf8'), whole, crop) : '';
    return { src: src + view, width: box.width, height: box.height };
  }
  const width = Math.min(box.width, crop?.widths.at(-1) ?? maxWidth);
  const isJpeg = format === 'jpeg' || crop?.isForServices === true || (crop && format !== 'png');
  const fallback = isJpeg ? 'jpeg' : 'png';
  const all = [...(crop?.widths ?? widths).filter((size) => size < width), width];
  const sizes = async (ending: 'avif' | 'webp' | 'jpeg' | 'png', wanted = all) => {
    const each = wanted.map(async (size) => {
      const cut = () => sharp(bytes).rotate().extract(box).resize(size);
      const options = {
        ...(ending === 'avif' && { effort: avifEffort }),
        ...(crop && { quality: croppedQuality[ending] }),
      };
      const make = () =>
        (ending === 'jpeg' ? cut().flatten({ background }) : cut()).toFormat(ending, options).toBuffer();
      return `${await put(`${name}-${size}.${ending}`, make)} ${size}w`;
    });
    return (await Promise.all(each)).join(', ');
  };
  // Browsers without WebP support get one size of a cropped picture.
  const fallbackOf = async () => {
    const srcset = await sizes(fallback, crop ? all.slice(0, 2).slice(-1) : all);
    const src = srcset.split(' ').at(-2) ?? '';
    return crop ? { src } : { srcset, src };
  };
  const size = { width, height: Math.round((box.height * width) / box.width) };
  if (crop?.isForServices) return { ...size, ...(await fallbackOf()) };
  const hasAvif = hasTime || all.every((size) => existsSync(join(cacheDir, `${name}-${size}.avif`)));
  return {
    ...size,
    ...(hasAvif && { avif: await sizes('avif') }),
    webp: await sizes('webp'),
    ...(await fallbackOf()),
  };
}

/** The address fragment that crops an SVG drawing (SVG 2, 16.6). */
function viewOfSvg(svg: string, size: { width: number; height: number }, crop: Crop): string {
  const box = /\bviewBox\s*=\s*["']([-\d.e,\s]+)["']/i
    .exec(svg)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [left = 0, top = 0, width = size.width, height = size.height] = box ?? [];
  const part = cropBox({ width, height }, crop);
  return `#svgView(viewBox(${left + part.left},${top + part.top},${part.width},${part.height}))`;
}

/** Adds sizes and formats to each picture with a relative address. Replaces missing files by their alternative text. */
export async function placePictures(
  blocks: readonly DocumentBlock[],
  { file, pictures }: { file: string; pictures: Pictures },
): Promise<DocumentBlock[]> {
  return Promise.all(
    blocks.map(async (block): Promise<DocumentBlock> => {
      if (typeof block === 'string') return block;
      if (block.name !== 'img') {
        return { ...block, children: await placePictures(block.children, { file, pictures }) };
      }
      const { src = '', alt = '' } = block.props;
      const path = pathOfPicture(String(src), file);
      if (path === undefined) return block;
      const shown = await pictures(path);
      if (!shown) return escapeHtml(String(alt));
      return { ...block, props: { ...block.props, ...shown } };
    }),
  );
}

/** The file of a relative address; undefined for absolute paths and URLs. */
function pathOfPicture(src: string, file: string): string | undefined {
  if (src.startsWith('/') || URL.canParse(src)) return undefined;
  return resolve(dirname(file), decodeAddress(src));
}
