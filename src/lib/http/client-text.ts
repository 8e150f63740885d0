/**
 * Bounds for text that a client sends. Unicode normalisation and IDNA take quadratic time over long runs of
 * combining marks, so shorten or refuse such runs first.
 */

/** The Stream-Safe Text Format allows as many (UAX #15, section 13). No language needs more. */
const maxMarkRun = 30;

/** The longest address of this site that a client may name, in UTF-16 units. */
export const maxUrlLength = 2_000;

/** A domain name has at most 253 characters (RFC 1035); a scheme and a port come on top. */
const maxOriginLength = 280;

/** Compatibility forms turn the two halfwidth sound marks into combining marks. */
const markRun = /[\p{M}\uFF9E\uFF9F]+/gu;

/** For single-line fields, which refuse such text. */
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
  // eslint-disable-next-line no-restricted-syntax -- the one place
  return shortenMarkRuns(text).normalize(form);
}

/** In lower case and without diacritics, so that `Márquez` and `marquez` are the same. NFKD also unfolds ligatures. */
export function foldText(text: string, form: 'NFD' | 'NFKD' = 'NFD'): string {
  return normalizeText(text.replace(/\p{M}/gu, ''), form).replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether a URL parser takes little time over the address. */
export function isBoundedUrl(address: string): boolean {
  return address.length <= maxUrlLength && !hasLongMarkRun(address);
}

/** Undefined if the address is too long or not valid. */
export function parseClientUrl(address: string, base?: string): URL | undefined {
  if (!isBoundedUrl(address)) return undefined;
  return URL.parse(address, base) ?? undefined;
}

/** For `Origin` and for the origin that `Host` names: undefined if it is too long or not valid. */
export function parseClientOrigin(origin: string): URL | undefined {
  return origin.length > maxOriginLength ? undefined : parseClientUrl(origin);
}
