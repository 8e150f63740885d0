import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Manifest, PublishedFile, PublishedPage } from '#lib/content/manifest.ts';
import type { BodyStore } from './body-store.ts';
import { isOfBrowserIndex } from '#lib/publishing/search/browser-index.ts';
import { linkPictureAddress } from '#lib/publishing/link-pictures.ts';
import { listSiteFiles } from '#lib/publishing/publish.ts';
import { etagOf } from './representations.ts';
import type { Institute } from '#lib/publishing/site-files.ts';

export type FileOptions = {
  /** The build's folder. */
  outDir: string;
  siteUrl: string;
  institute: Institute;
  store: BodyStore;
  /** Folder of the converted pictures. */
  picturesCache: string;
  /** The link pictures that have been drawn. */
  linkPictures: (pages: readonly PublishedPage[]) => Promise<{ path: string; content: Buffer }[]>;
};

type Stored = { previous: Manifest; options: FileOptions };

/** What the files of a publication are made from. */
type Rendered = {
  pages: readonly PublishedPage[];
  /** Addresses of pages that changed. */
  changed: { has(address: string): boolean };
  /** Files that were rendered. */
  files: Iterable<PublishedFile>;
  /** File names of the pictures that pages show. */
  pictures: ReadonlySet<string>;
};

/** The files of the code, those made from this content, and the browser's index of the previous publication. */
export async function listFiles(
  { pages, changed, files, pictures }: Rendered,
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
    ...(await storePictures(pictures, { previous, options })),
    ...previous.files.filter(({ path, madeFrom }) => madeFrom === 'content' && pictures.has(basename(path))),
  ]);
}

/** By address and without duplicates: the first one counts. */
function sortFiles(files: readonly PublishedFile[]): PublishedFile[] {
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

/** Stores the pictures that no earlier publication stored. @param names their file names */
export async function storePictures(
  names: ReadonlySet<string>,
  { previous, options }: Stored,
): Promise<PublishedFile[]> {
  const known = filesOf(previous);
  const made = [...names].filter(
    (name) => !known.has(`/_astro/${name}`) && existsSync(join(options.picturesCache, name)),
  );
  return Promise.all(
    made.map(async (name) => {
      const content = await readFile(join(options.picturesCache, name));
      const path = `/_astro/${name}`;
      const body = await options.store(path.slice(1), content, 'asset');
      return { path, immutable: true, madeFrom: 'content' as const, ...body };
    }),
  );
}
