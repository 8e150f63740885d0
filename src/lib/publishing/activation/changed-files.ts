import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documents } from '#lib/content/discovery-documents.ts';
import type { Manifest, PublishedFile, PublishedPage } from '#lib/build-format/manifest.ts';
import { contentPicturesCache } from '#lib/content/documents/content-pictures.ts';
import type { BodyStore } from './body-store.ts';
import { isOfBrowserIndex } from '#lib/publishing/search/browser-index.ts';
import { linkPictureAddress } from '#lib/publishing/link-pictures.ts';
import { writeLlmsFull, writeLlmsTxt } from '#lib/publishing/llms.ts';
import { mapConcurrently } from '#lib/base/map-concurrently.ts';
import { etagOf } from './representations.ts';
import { writeRobotsTxt, writeSitemaps, type Institute } from '#lib/publishing/site-files.ts';

export type FileOptions = {
  /** The build's folder. */
  outDir: string;
  siteUrl: string;
  institute: Institute;
  store: BodyStore;
  /** Folder of the institute's font files, and the folder in their addresses. */
  fonts: { cache: string; address: string };
  /** The institute's files for the public. `isSame`: the file has not changed since the last publication. */
  publicFiles: readonly { path: string; isSame: boolean; read: () => Promise<Buffer> }[];
  /** Returns the link pictures that have been drawn. */
  linkPictures: (pages: readonly PublishedPage[]) => Promise<{ path: string; content: Buffer }[]>;
};

type Stored = { previous: Manifest; options: FileOptions };

/** Input for the files of a publication. */
type Rendered = {
  pages: readonly PublishedPage[];
  /** Addresses of pages that changed. */
  changed: { has(address: string): boolean };
  /** Rendered files. */
  files: Iterable<PublishedFile>;
  /** File names of the pictures that pages show. */
  pictures: ReadonlySet<string>;
  /** File names of the institute's fonts. */
  fonts: readonly string[];
};

/** Lists the files of the code, those made from this content, and the previous publication's index for browsers. */
export async function listFiles(
  { pages, changed, files, pictures, fonts }: Rendered,
  { previous, options }: Stored,
): Promise<PublishedFile[]> {
  const { store } = options;
  const known = filesOf(previous);
  const open = pages.filter(({ status }) => status === 200);
  const hasPicture = ({ path }: PublishedPage) => !changed.has(path) && known.has(linkPictureAddress(path));
  const made = [
    ...(await listSiteFiles(pages, options)).map(({ path, text }) => ({ path, content: Buffer.from(text) })),
    ...(await options.linkPictures(open.filter((page) => !hasPicture(page)))),
  ];
  const stored = await Promise.all(
    made.map(({ path, content }) => storeFile(path, content, { previous, store })),
  );
  return sortFiles([
    ...previous.files.filter((file) => file.madeFrom === 'code' || isOfBrowserIndex(file)),
    ...files,
    ...open.filter(hasPicture).flatMap(({ path }) => known.get(linkPictureAddress(path)) ?? []),
    ...stored,
    ...(await storeNamedFiles({ pictures, fonts }, { previous, options })),
    ...(await storePublicFiles(pages, { previous, options })),
  ]);
}

/** The files about all pages: llms.txt, robots.txt and the sitemaps. */
export async function listSiteFiles(
  pages: readonly PublishedPage[],
  { outDir, siteUrl, institute }: Pick<FileOptions, 'outDir' | 'siteUrl' | 'institute'>,
): Promise<{ path: string; text: string }[]> {
  const open = pages.filter((page) => page.status === 200);
  const twins = await mapConcurrently(open, 16, async (page) => ({
    ...page,
    twin: await readFile(join(outDir, page.markdown.file), 'utf8'),
  }));
  return [
    ...writeLlmsTxt(open, siteUrl, institute),
    ...writeLlmsFull(twins, siteUrl, institute),
    { path: documents.robots.path, text: writeRobotsTxt(siteUrl, institute) },
    ...writeSitemaps(pages, siteUrl),
  ];
}

/** Skips files at the addresses of pages and twins. */
async function storePublicFiles(
  pages: readonly PublishedPage[],
  { previous, options }: Stored,
): Promise<PublishedFile[]> {
  const taken = new Set(pages.flatMap(({ path, markdownPath }) => [path, markdownPath]));
  const files = options.publicFiles.filter(({ path }) => !taken.has(path));
  return mapConcurrently(files, 16, async ({ path, isSame, read }) => {
    const known = isSame && filesOf(previous).get(path);
    return known || storeFile(path, await read(), { previous, store: options.store });
  });
}

/** Sorts files by address. Of several files with the same address, keeps the first. */
export function sortFiles(files: readonly PublishedFile[]): PublishedFile[] {
  const byPath = new Map(files.toReversed().map((file) => [file.path, file]));
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const byPath = new WeakMap<Manifest, Map<string, PublishedFile>>();

function filesOf(manifest: Manifest): ReadonlyMap<string, PublishedFile> {
  const known = byPath.get(manifest) ?? new Map(manifest.files.map((file) => [file.path, file]));
  byPath.set(manifest, known);
  return known;
}

/** Stores a file that is made from content, unless it has not changed. */
export async function storeFile(
  path: string,
  content: Buffer,
  { previous, store }: { previous: Manifest; store: BodyStore },
): Promise<PublishedFile> {
  const known = filesOf(previous).get(path);
  if (known?.etag === etagOf(content)) return { ...known, madeFrom: 'content' };
  return { path, immutable: false, madeFrom: 'content', ...(await store(path.slice(1), content, 'page')) };
}

/** Stores pictures and fonts unless the previous publication has them: their names contain a hash of their content. */
export async function storeNamedFiles(
  { pictures, fonts }: Pick<Rendered, 'pictures' | 'fonts'>,
  { previous, options }: Stored,
): Promise<PublishedFile[]> {
  const known = filesOf(previous);
  const named = [
    ...Array.from(pictures, (name) => ({ path: `/_astro/${name}`, file: join(contentPicturesCache, name) })),
    ...fonts.map((name) => ({
      path: `${options.fonts.address}/${name}`,
      file: join(options.fonts.cache, name),
    })),
  ];
  const stored = named.map(async ({ path, file }) => {
    const last = known.get(path);
    if (last) return [last];
    if (!existsSync(file)) return [];
    const body = await options.store(path.slice(1), await readFile(file), 'asset');
    return [{ path, immutable: true, madeFrom: 'content' as const, ...body }];
  });
  return (await Promise.all(stored)).flat();
}
