import { createHash, randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { documents } from '#lib/content/discovery-documents.ts';
import { documentTypes } from '#lib/content/download.ts';
import type { Representation } from '#lib/build-format/manifest.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Level 11 takes 30 ms for a page of 20 kB; level 5 takes less than 1 ms and produces a few per cent more bytes. Files
 * with a hash in their name are compressed only once, so they get the best level.
 */
const brotliLevels = { page: 5, asset: 11 } as const;

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ...documentTypes,
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  ics: 'text/calendar; charset=utf-8',
};
const skillFile = /\/\.well-known\/agent-skills\/[^/]+\/SKILL\.md$/;
const compressible = /^(text\/|application\/(json|xml|wasm|[a-z.-]+\+(json|xml))|image\/(svg\+xml|x-icon))/;
/** Smaller files are not compressed. */
const minBytes = 256;

/** @param path path of a file, with slashes */
export function contentTypeOf(path: string): string {
  const document = Object.values(documents).find((each) => path.endsWith(each.path));
  if (document) return document.type;
  if (skillFile.test(path)) return 'text/markdown; charset=utf-8; profile="urn:air:agent-skills"';
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return contentTypes[ending] ?? 'application/octet-stream';
}

export type CompressionKind = keyof typeof brotliLevels;

/** The strong entity tag of a body. */
export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

type StoredBody = {
  /** Path below `outDir`, with slashes. */
  file: string;
  /** Path of the address, which determines the content type. */
  path: string;
  content: Buffer;
  kind: CompressionKind;
};

/** Writes compressed variants next to a file if they are at least 5 % smaller. */
export async function represent(
  outDir: string,
  { file, path, content, kind }: StoredBody,
): Promise<Representation> {
  const contentType = contentTypeOf(`/${path}`);
  const plain = { file, contentType, etag: etagOf(content), bytes: content.length, br: null, gzip: null };
  if (!compressible.test(contentType) || content.length < minBytes) return plain;

  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliLevels[kind],
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 6 })]);
  const isSmaller = (variant: Buffer) => variant.length < content.length * 0.95;
  await Promise.all([
    isSmaller(br) && writeWhole(join(outDir, `${file}.br`), br),
    isSmaller(gz) && writeWhole(join(outDir, `${file}.gz`), gz),
  ]);
  return { ...plain, br: isSmaller(br) ? br.length : null, gzip: isSmaller(gz) ? gz.length : null };
}

/** Writes or replaces a file atomically, so that neither a killed process nor a full disk leaves a partial file. */
export async function writeWhole(file: string, content: Buffer | string): Promise<void> {
  const part = `${file}.${randomUUID()}`;
  try {
    await writeFile(part, content);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
