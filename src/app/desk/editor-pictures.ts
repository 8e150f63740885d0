import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { documentTypes } from '#lib/content/download.ts';
import { isDrawing, readDrawing } from '#lib/content/documents/drawing.ts';
import { contentPicturesCache, parsePictureName } from '#lib/content/documents/content-pictures.ts';
import { noEntry, openEntry, requireRepository, type EditingDesk } from '#lib/editing/desk.ts';
import { saveDraft } from '#lib/editing/save-draft.ts';
import { contentOf, isPicture, toDraftText } from '#lib/editing/draft-files.ts';
import { checkDocument } from '#lib/editing/store-document.ts';
import { checkPicture, chooseFilePath } from '#lib/editing/store-picture.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { downloadPolicy } from '#lib/http/content-policy.ts';
import { pictureErrors } from '#lib/i18n/en/desk.ts';
import type { Person } from '#lib/store/desk-schema.ts';
import type { DeskServices } from './require-desk.ts';

/** How long adding a picture waits for a publication of its entry, in milliseconds. */
const publishedWithin = 25_000;
const retryInterval = 200;

type NewFile = { file: string; name: string; bytes: Buffer; member: StaffMember };

/**
 * Stores a picture beside an entry, in the change set of the entry's draft.
 * @returns its path relative to the entry
 */
export async function storePicture({ desk }: DeskServices, upload: NewFile) {
  requireRepository(desk);
  const { bytes, format } = await checkPicture(upload.bytes, desk.pictures.convertHeic);
  const mediaType = `image/${format === 'svg' ? 'svg+xml' : format}`;
  return storeBeside(desk, { ...upload, bytes, format, mediaType });
}

/** Stores a document for download beside an entry, like a picture. */
export async function storeDocument({ desk }: DeskServices, upload: NewFile) {
  requireRepository(desk);
  const format = checkDocument(upload.bytes);
  const { path } = await storeBeside(desk, { ...upload, format, mediaType: documentTypes[format] });
  return { path, format, bytes: upload.bytes.length };
}

/** Returns a document of a draft or of the published content. @throws ApiError NOT_FOUND */
export async function readDocumentFile({ desk }: DeskServices, path: string): Promise<Response> {
  const bytes = await desk.pictures.readDocument(path);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(basename(path))}`,
      'Content-Security-Policy': downloadPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  });
}

type CheckedFile = NewFile & { format: Parameters<typeof chooseFilePath>[2]['format']; mediaType: string };

async function storeBeside(desk: EditingDesk, { file, name, bytes, member, format, mediaType }: CheckedFile) {
  const by = { email: member.email, name: member.name };
  const text = toDraftText(bytes, mediaType);
  let number = 1;
  for (const end = Date.now() + publishedWithin; ;) {
    await beginDraft(desk, file, by);
    const path = chooseFilePath(file, { name, number }, { format });
    const published = await requireRepository(desk).read(path);
    if (published?.content.equals(bytes)) return { path: `./${basename(path)}` };
    const input = { path, basedOn: null, text, by, now: Date.now(), title: file };
    const result = published ? 'taken' : await desk.drafts.addBeside(file, input);
    if (result === 'added') return { path: `./${basename(path)}` };
    if (Date.now() > end) throw publishing();
    if (result === 'taken') number += 1;
    else await wait(retryInterval);
  }
}

function publishing(): ApiError {
  return new ApiError('STORE_UNAVAILABLE', pictureErrors.entryBeingPublished);
}

/** An entry and its new picture are published together, so both need a draft in one change set. */
async function beginDraft(desk: EditingDesk, file: string, who: Person): Promise<void> {
  if (await desk.drafts.find(file)) return;
  const opened = await openEntry(desk, file);
  if (!opened) throw noEntry(file);
  const { version, basedOn, text } = opened;
  await saveDraft(desk, { file, version, basedOn, text }, { who });
}

const endings: Readonly<Record<string, string>> = { svg: 'svg+xml', jpg: 'jpeg' };

type PictureRequest = {
  name: string;
  /** Restricts the search to the drafts of one change set. */
  changeSet?: string;
  cache?: string;
};

/**
 * Returns a picture that a draft's page shows. If another server has converted it, returns the picture of the draft
 * itself.
 * @throws ApiError NOT_FOUND
 */
export async function readDraftPicture(
  { desk }: DeskServices,
  { name, changeSet, cache = 'private, max-age=3600' }: PictureRequest,
): Promise<Response> {
  if (!parsePictureName(name)) throw noPicture();
  const file = join(contentPicturesCache, name);
  if (existsSync(file)) return toResponse(extname(name).slice(1), await readFile(file), cache);
  const picture = await desk.pictures.readUnconverted(name, changeSet);
  if (!picture) throw noPicture();
  return toResponse(picture.type, picture.bytes, 'no-store');
}

/** Returns the picture file of a draft or, with a blob, of an earlier version. @throws ApiError NOT_FOUND */
export async function readPictureFile(
  desk: EditingDesk,
  path: string,
  blob: string | null,
): Promise<Response> {
  if (!isPicture(path)) throw noPicture();
  const bytes = blob === null ? await readDraftBytes(desk, path) : await readStored(desk, blob);
  if (!bytes) throw noPicture();
  return toResponse(extname(path).slice(1).toLowerCase(), bytes, 'no-store');
}

async function readDraftBytes({ drafts }: EditingDesk, path: string): Promise<Buffer | undefined> {
  const draft = await drafts.find(path);
  const content = draft && contentOf(draft);
  return Buffer.isBuffer(content) ? content : undefined;
}

async function readStored({ repository }: EditingDesk, blob: string): Promise<Buffer | undefined> {
  return repository?.readShownBlob(blob);
}

function noPicture(): ApiError {
  return new ApiError('NOT_FOUND', pictureErrors.unknown);
}

/** @throws ApiError NOT_FOUND for an unsafe drawing in git */
function toResponse(ending: string, bytes: Buffer, cache: string): Response {
  const shown = isDrawing(bytes) ? readDrawing(bytes).svg : bytes;
  if (!shown) throw noPicture();
  return new Response(new Uint8Array(shown), {
    headers: {
      'Content-Type': `image/${endings[ending] ?? ending}`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': cache,
    },
  });
}

const publishedPaths = new WeakMap<Manifest, ReadonlySet<string>>();

/**
 * Replaces the addresses of pictures that are not published yet.
 * @param addressOf returns the address of a picture by its name
 */
export function withDraftPictures(
  html: string,
  manifest: Manifest,
  addressOf = (name: string) => `/staff/content/picture?name=${name}`,
): string {
  const known = publishedPaths.get(manifest) ?? new Set(manifest.files.map(({ path }) => path));
  publishedPaths.set(manifest, known);
  return html.replaceAll(
    /\/_astro\/([\w.-]+\.(?:avif|webp|jpeg|png|svg|gif))\b/g,
    (path: string, name: string) => (known.has(path) ? path : addressOf(name)),
  );
}
