/** Reads a request header. */
type ReadHeader = (name: ConditionHeader) => string | null | undefined;
type ConditionHeader = 'if-match' | 'if-none-match' | 'if-modified-since' | 'if-unmodified-since';

type Validators = {
  /** Strong, with quotes. */
  etag: string;
  /** Milliseconds. Undefined if the time of the last change is not known. */
  modifiedAt?: number | undefined;
};

/**
 * Compares the conditions of a GET or HEAD request with the representation to send, in the order of RFC 9110, section
 * 13.2.2. An entity tag takes precedence over a date.
 * @returns the status to send
 */
export function evaluateConditions(read: ReadHeader, { etag, modifiedAt }: Validators): 200 | 304 | 412 {
  const match = read('if-match');
  const unmodifiedSince = readDate(read('if-unmodified-since'));
  // By strong comparison: weak tags never match.
  if (match != null && !includesTag(match.replace(/W\/"[^"]*"/g, ''), etag)) return 412;
  if (match == null && unmodifiedSince !== undefined && isLater(modifiedAt, unmodifiedSince)) return 412;
  const noneMatch = read('if-none-match');
  // By weak comparison, because proxies weaken entity tags when they compress.
  if (noneMatch != null) return includesTag(noneMatch, etag) ? 304 : 200;
  const modifiedSince = readDate(read('if-modified-since'));
  if (modifiedSince === undefined || modifiedAt === undefined) return 200;
  return isLater(modifiedAt, modifiedSince) ? 200 : 304;
}

/** Skips invalid entries of the list. */
function includesTag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true;
  return header.match(/"[^"]*"/g)?.includes(etag) ?? false;
}

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** Returns undefined for anything that is not a date, which RFC 9110 says to ignore. */
function readDate(text: string | null | undefined): number | undefined {
  if (text == null || !httpDate.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Dates in headers have whole seconds. */
function isLater(time: number | undefined, date: number): boolean {
  return time !== undefined && Math.floor(time / 1000) * 1000 > date;
}
