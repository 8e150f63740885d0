import { createHash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import type { Body } from './bodies.ts';
import type { Coding } from './content-coding.ts';

/** What the answers of one representation in one coding need; headers are name, value, name, value. */
type Layout = {
  readonly etag: string;
  readonly headers: string[];
  /** What a 304 repeats (RFC 9110, section 15.4.5). */
  readonly notModifiedHeaders: string[];
};

export type HeaderPair = readonly [name: string, value: string];

/** The files of one representation; where a compressed form did not pay, the identity form stands in. */
export type StoredForms = Readonly<Record<Coding, Body>>;

/** A representation by coding. */
export type PreparedForms = Readonly<Record<Coding, PreparedBody>>;

type Sizes = { contentType: string; etag: string; bytes: number; br: number | null; gzip: number | null };

export type PrepareOptions = {
  contentType: string;
  /** The entity tag of the text alone. */
  etag: string;
  /** Headers that a 304 repeats. */
  cacheHeaders: readonly HeaderPair[];
  /** What a browser must not make of it; these are part of what the entity tag stands for. */
  securityHeaders: readonly HeaderPair[];
  /** Values of the `Link` header of the full answer. */
  links: readonly string[];
  /** Further headers of the full answer. */
  otherHeaders?: readonly HeaderPair[];
  /** False for error pages, which no condition applies to: they have no entity tag. */
  isConditional?: boolean;
};

/** One representation in one coding. Its headers are laid out when they are first asked for: many never are. */
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
export function storedForms(file: string, { bytes, br, gzip }: Sizes): StoredForms {
  const identity: Body = { file, bytes, content: null };
  const compressed = (size: number | null, suffix: string): Body =>
    size === null ? identity : { file: `${file}.${suffix}`, bytes: size, content: null };
  return { identity, br: compressed(br, 'br'), gzip: compressed(gzip, 'gz') };
}

/** Prepares the three codings of one representation. @throws TypeError on a value that no header may have */
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
  { contentType, etag: tag, links, isConditional = true, ...headers }: PrepareOptions,
  coding: Coding,
  bytes: number,
): Layout {
  const etag = `${tag.slice(0, -1)}.${markOf(headers.securityHeaders)}${suffixes[coding]}"`;
  const repeated: HeaderPair[] = [
    ...(isConditional ? [['ETag', etag] as const] : []),
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
  return { etag, headers: full.flat(), notModifiedHeaders: repeated.flat() };
}

/**
 * A few letters that change with the headers. A 304 does not repeat them (RFC 9110, section 15.4.5), so without
 * the mark a browser would keep the policy of a page for as long as its text stays the same.
 */
function markOf(headers: readonly HeaderPair[]): string {
  let mark = marks.get(headers);
  if (mark === undefined) {
    mark = createHash('sha256').update(JSON.stringify(headers)).digest('base64url').slice(0, 4);
    marks.set(headers, mark);
  }
  return mark;
}

/** Pages with the same policy share theirs. */
const marks = new WeakMap<readonly HeaderPair[], string>();
