import type { Manifest, PublishedFile, PublishedPage, Representation } from '#lib/build-format/manifest.ts';
import { percentEncodePath } from './request-path.ts';
import type { HeaderPair } from './prepared.ts';
import { prepareFile, preparePage, type PreparedAddress } from './prepared-address.ts';
import type { PublishedHeaders } from './published-headers.ts';

type PreparedPage = ReturnType<typeof preparePage> & {
  page: PublishedPage;
  headers: readonly HeaderPair[];
  path: string;
  twinPath: string;
};
type PreparedFile = { file: PublishedFile; path: string; address: PreparedAddress };

/** The sources of a publication's prepared addresses, so that the next publication prepares only changed ones. */
export type Prepared = {
  readonly pages: ReadonlyMap<string, PreparedPage>;
  readonly files: ReadonlyMap<string, PreparedFile>;
};

type PrepareOptions = {
  distDir: string;
  modifiedAt: number;
  manifest: Manifest;
  security: PublishedHeaders;
  pageLinks: readonly string[];
  fileLinks: ReadonlyMap<string, string>;
  previous?: Prepared | undefined;
};

/** Two pages or files of a manifest have the same address. */
export class TakenTwiceError extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`manifest.json has ${address} twice`);
    this.address = address;
  }
}

/** Each step prepares one page or file. */
export function* prepareAll(options: PrepareOptions): Generator<void, Prepared> {
  const pages = new Map<string, PreparedPage>();
  const files = new Map<string, PreparedFile>();
  for (const page of options.manifest.pages) {
    if (pages.has(page.path)) throw new TakenTwiceError(page.path);
    pages.set(page.path, toPreparedPage(page, options));
    yield;
  }
  for (const file of options.manifest.files) {
    if (files.has(file.path)) throw new TakenTwiceError(file.path);
    files.set(file.path, toPreparedFile(file, options));
    yield;
  }
  return { pages, files };
}

function toPreparedPage(page: PublishedPage, options: PrepareOptions): PreparedPage {
  const { security, previous } = options;
  const headers = security.ofPage(page);
  const known = previous?.pages.get(page.path);
  if (known?.headers === headers && isSamePage(known.page, page)) return { ...known, page };
  return {
    ...preparePage(page, options),
    page,
    headers,
    path: known?.path ?? percentEncodePath(page.path),
    twinPath: percentEncodePath(page.markdownPath),
  };
}

function toPreparedFile(file: PublishedFile, options: PrepareOptions): PreparedFile {
  const known = options.previous?.files.get(file.path);
  if (known?.file.immutable === file.immutable && isSame(known.file, file)) return known;
  return {
    file,
    path: known?.path ?? percentEncodePath(file.path),
    address: prepareFile(file, { ...options, link: options.fileLinks.get(file.path) }),
  };
}

/** Ignores properties that do not affect responses, such as the title. */
function isSamePage(a: PublishedPage, b: PublishedPage): boolean {
  return (
    a.status === b.status &&
    a.markdownPath === b.markdownPath &&
    isSame(a.html, b.html) &&
    isSame(a.markdown, b.markdown)
  );
}

function isSame(a: Representation, b: Representation): boolean {
  return (
    a.etag === b.etag &&
    a.file === b.file &&
    a.contentType === b.contentType &&
    a.bytes === b.bytes &&
    a.br === b.br &&
    a.gzip === b.gzip
  );
}
