import { createHash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import type { Body } from './bodies.ts';
import type { Coding } from './content-coding.ts';

/** One representation in one coding with all that its answers need; headers are name, value, name, value. */
export type PreparedBody = Body & {
  readonly etag: string;
  readonly headers: string[];
  /** What a 304 repeats (RFC 9110, section 15.4.5). */
  readonly notModifiedHeaders: string[];
};

/** A representation by coding; where a compressed form did not pay, the identity form stands in. */
export type PreparedForms = Readonly<Record<Coding, PreparedBody>>;

export type HeaderPair = readonly [name: string, value: string];

type Sizes = { contentType: string; etag: string; bytes: number; br: number | null; gzip: number | null };

export type PrepareOptions = {
  /** Absolute path of the identity form. */
  file: string;
  representation: Sizes;
  /** Headers that a 304 repeats. */
  cacheHeaders: readonly HeaderPair[];
  /** What a browser must not make of it; these are part of what the entity tag stands for. */
  securityHeaders: readonly HeaderPair[];
  /** Further headers of the full answer. */
  otherHeaders: readonly HeaderPair[];
  /** False for error pages, which no condition applies to: they have no entity tag. */
  isConditional?: boolean;
};

/** Lays out the three codings of one representation. @throws TypeError on a value that no header may have */
export function prepareForms({ file, representation, ...options }: PrepareOptions): PreparedForms {
  const { bytes, br, gzip } = representation;
  const etag = `${representation.etag.slice(0, -1)}.${markOf(options.securityHeaders)}"`;
  const identity = prepareBody(options, representation, { file, bytes, etag, coding: 'identity' });
  const compressed = (coding: 'br' | 'gzip', size: number | null, suffix: string) =>
    size === null
      ? identity
      : prepareBody(options, representation, {
          file: `${file}.${suffix}`,
          bytes: size,
          etag: `${etag.slice(0, -1)}-${suffix}"`,
          coding,
        });
  return { identity, br: compressed('br', br, 'br'), gzip: compressed('gzip', gzip, 'gz') };
}

/**
 * A few letters that change with the headers. A 304 does not repeat them (RFC 9110, section 15.4.5), so without
 * the mark a browser would keep the policy of a page for as long as its text stays the same.
 */
function markOf(headers: readonly HeaderPair[]): string {
  const text = JSON.stringify(headers);
  let mark = marks.get(text);
  if (mark === undefined) {
    mark = createHash('sha256').update(text).digest('base64url').slice(0, 4);
    marks.set(text, mark);
  }
  return mark;
}

const marks = new Map<string, string>();

type CodedBody = { file: string; bytes: number; etag: string; coding: Coding };

function prepareBody(
  {
    cacheHeaders,
    securityHeaders,
    otherHeaders,
    isConditional = true,
  }: Omit<PrepareOptions, 'file' | 'representation'>,
  { contentType }: Sizes,
  { file, bytes, etag, coding }: CodedBody,
): PreparedBody {
  const repeated: HeaderPair[] = [...(isConditional ? [['ETag', etag] as const] : []), ...cacheHeaders];
  const full: HeaderPair[] = [
    ['Content-Type', contentType],
    ['Content-Length', String(bytes)],
    ...(coding === 'identity' ? [] : [['Content-Encoding', coding] as const]),
    ...repeated,
    ...securityHeaders,
    ...otherHeaders,
    ['Accept-Ranges', 'none'],
  ];
  for (const [name, value] of full) validateHeaderValue(name, value);
  return { file, bytes, etag, content: null, headers: full.flat(), notModifiedHeaders: repeated.flat() };
}
