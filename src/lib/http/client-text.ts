import { toBaseLetters } from '#lib/i18n/base-letters.ts';

/**
 * Bounds for text that a client sends. Unicode normalisation and IDNA take quadratic time over long runs of
 * combining marks, so shorten or refuse such runs first.
 */

/** The limit of the Stream-Safe Text Format (UAX #15, section 13). No language needs more. */
const maxMarkRun = 30;

/** Maximum length of a URL that a client sends, in UTF-16 units. */
export const maxUrlLength = 2_000;

/** A domain name of at most 253 characters (RFC 1035) plus a scheme and a port. */
const maxOriginLength = 280;

/** Compatibility forms turn the two halfwidth sound marks into combining marks. */
const markRun = /[\p{M}\uFF9E\uFF9F]+/gu;

/** Whether the text has more than 30 marks in a row. Single-line fields refuse such text. */
export function hasLongMarkRun(text: string): boolean {
  for (const [run] of text.matchAll(markRun)) {
    if (run.length > maxMarkRun && [...run].length > maxMarkRun) return true;
  }
  return false;
}

/** Keeps the first 30 marks of each run. */
export function shortenMarkRuns(text: string): string {
  return text.replace(markRun, (run) =>
    run.length > maxMarkRun ? [...run].slice(0, maxMarkRun).join('') : run,
  );
}

type NormalForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/** `String.prototype.normalize` in linear time. */
export function normalizeText(text: string, form: NormalForm): string {
  // oxlint-disable-next-line lectern/normalize -- the only place that normalises text
  return shortenMarkRuns(text).normalize(form);
}

/**
 * Returns the text in lower case and in base letters: `Márquez` and `marquez` become equal, and so do `Łukasz` and
 * `lukasz`. NFKD also splits ligatures.
 */
export function foldText(text: string): string {
  const letters = normalizeText(text.replace(/\p{M}/gu, ''), 'NFKD').replace(/\p{M}/gu, '');
  return toBaseLetters(letters.toLowerCase());
}

/** Whether the address can be parsed as a URL in little time. */
export function isBoundedUrl(address: string): boolean {
  return address.length <= maxUrlLength && !hasLongMarkRun(address);
}

/** Undefined if the address is too long or not valid. */
export function parseClientUrl(address: string, base?: string): URL | undefined {
  if (!isBoundedUrl(address)) return undefined;
  return URL.parse(address, base) ?? undefined;
}

/** Parses an `Origin` header, or the origin of a `Host` header. Undefined if it is too long or not valid. */
export function parseClientOrigin(origin: string): URL | undefined {
  return origin.length > maxOriginLength ? undefined : parseClientUrl(origin);
}
