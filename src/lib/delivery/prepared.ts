import { createHash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import type { Body } from './bodies.ts';
import type { Coding } from './content-coding.ts';

/** Headers of one representation in one coding, as a flat list: name, value, name, value. */
type Layout = {
  readonly etag: string;
  readonly modifiedAt: number;
  readonly headers: string[];
  /** Headers of a 304 (RFC 9110, section 15.4.5). */
  readonly notModifiedHeaders: string[];
};

export type HeaderPair = readonly [name: string, value: string];

/** The files of one representation by coding. Without a compressed file, the identity file is used. */
export type StoredForms = Readonly<Record<Coding, Body>>;

/** The bodies of one representation by coding. */
export type PreparedForms = Readonly<Record<Coding, PreparedBody>>;

type Sizes = { contentType: string; etag: string; bytes: number; br: number | null; gzip: number | null };

export type PrepareOptions = {
  contentType: string;
  /** The entity tag of the text alone. */
  etag: string;
  /** When the text was first published, in milliseconds. */
  modifiedAt: number;
  /** Headers that a 304 repeats. */
  cacheHeaders: readonly HeaderPair[];
  /** A change of these headers changes the entity tag. */
  securityHeaders: readonly HeaderPair[];
  /** `Link` header values of the full response. */
  links: readonly string[];
  /** Additional headers of the full response. */
  otherHeaders?: readonly HeaderPair[];
  /** False for error pages, which have no entity tag. */
  isConditional?: boolean;
};

/** One representation in one coding. Builds its headers at the first request, because many are never requested. */
export class PreparedBody {
  readonly stored: Body;
  readonly #options: PrepareOptions;
  readonly #coding: Coding;
  #layout: Layout | undefined;

  constructor(stored: Body, options: PrepareOptions, coding: Coding) {
    this.stored = stored;
    this.#options = options;
    this.#coding = coding;
  }

  get layout(): Layout {
    this.#layout ??= layOut(this.#options, this.#coding, this.stored.bytes);
    return this.#layout;
  }
}

/** @param file absolute path of the identity form */
export function storedForms(file: string, { etag, bytes, br, gzip }: Sizes): StoredForms {
  const identity: Body = { file, etag, bytes };
  const compressed = (size: number | null, suffix: string): Body =>
    size === null ? identity : { file: `${file}.${suffix}`, etag, bytes: size };
  return { identity, br: compressed(br, 'br'), gzip: compressed(gzip, 'gz') };
}

/** Prepares the three codings of one representation. @throws TypeError for an invalid header value */
export function prepareForms(stored: StoredForms, options: PrepareOptions): PreparedForms {
  const { contentType, etag, cacheHeaders, securityHeaders, links, otherHeaders = [] } = options;
  for (const value of [contentType, etag, ...links]) validateHeaderValue('Link', value);
  for (const headers of [cacheHeaders, securityHeaders, otherHeaders]) {
    for (const [name, value] of headers) validateHeaderValue(name, value);
  }
  const identity = new PreparedBody(stored.identity, options, 'identity');
  const prepare = (coding: 'br' | 'gzip') =>
    stored[coding] === stored.identity ? identity : new PreparedBody(stored[coding], options, coding);
  return { identity, br: prepare('br'), gzip: prepare('gzip') };
}

const suffixes = { identity: '', br: '-br', gzip: '-gz' } as const;

function layOut(
  { contentType, etag: tag, modifiedAt, links, isConditional = true, ...headers }: PrepareOptions,
  coding: Coding,
  bytes: number,
): Layout {
  const etag = `${tag.slice(0, -1)}.${markOf(headers.securityHeaders)}${suffixes[coding]}"`;
  const repeated: HeaderPair[] = [
    ...(isConditional
      ? [['ETag', etag] as const, ['Last-Modified', new Date(modifiedAt).toUTCString()] as const]
      : []),
    ...headers.cacheHeaders,
  ];
  const full: HeaderPair[] = [
    ['Content-Type', contentType],
    ['Content-Length', String(bytes)],
    ...(coding === 'identity' ? [] : [['Content-Encoding', coding] as const]),
    ...repeated,
    ...headers.securityHeaders,
    ...(links.length === 0 ? [] : [['Link', links.join(', ')] as const]),
    ...(headers.otherHeaders ?? []),
    ['Accept-Ranges', 'none'],
  ];
  return { etag, modifiedAt, headers: full.flat(), notModifiedHeaders: repeated.flat() };
}

/**
 * Returns a short hash of the headers for the entity tag. A 304 does not repeat these headers (RFC 9110, section
 * 15.4.5), so without the hash a browser would keep a page's old policy for as long as its text stays the same.
 */
function markOf(headers: readonly HeaderPair[]): string {
  let mark = marks.get(headers);
  if (mark === undefined) {
    mark = createHash('sha256').update(JSON.stringify(headers)).digest('base64url').slice(0, 4);
    marks.set(headers, mark);
  }
  return mark;
}

/** Pages with the same policy share one array of headers. */
const marks = new WeakMap<readonly HeaderPair[], string>();
