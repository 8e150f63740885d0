/** The address of a page or file as a request line has it: other than ASCII is percent-encoded. */
export function percentEncodePath(path: string): string {
  return new URL(path.replace(/[?#]/g, encodeURIComponent), 'http://localhost').pathname;
}

const maxTargetLength = 8192;
const pathAndQuery = /^(\/[!$%&'()*+,\-./0-9:;=@A-Z[\]_a-z~|^{}`]*)(\?[!-"$-~\x80-\xff]*)?$/;
const trickyEncoding = /%(?:[01][0-9a-f]|2f|5c|7f)/i;

/** Whether it has encoded separators or control characters, which no address of a page has. */
export function isTrickyPath(path: string): boolean {
  return trickyEncoding.test(path);
}

/** What a request target means; `malformed` is a 400, `long` a 414, `missing` a 404. */
export type Target =
  { kind: 'path'; path: string; decoded: string; query: string } | { kind: 'malformed' | 'long' | 'missing' };

/**
 * Takes a request target apart. Refused are characters that do not belong there, encoded separators and
 * control characters, dot segments in any spelling, percent signs that encode no UTF-8, and more than
 * 8 kB. An absolute target must name this site's own origin (RFC 9112, section 3.2.2).
 */
export function parseTarget(target: string, siteOrigin: string): Target {
  const local = target.startsWith(`${siteOrigin}/`) ? target.slice(siteOrigin.length) : target;
  if (local.length > maxTargetLength) return { kind: 'long' };
  const [, path, query = ''] = pathAndQuery.exec(local) ?? [];
  if (path === undefined || isTrickyPath(path)) return { kind: 'malformed' };
  const decoded = decode(path);
  if (decoded === null || hasDotSegment(decoded)) return { kind: 'malformed' };
  if (path.includes('//')) return { kind: 'missing' };
  return { kind: 'path', path, decoded, query };
}

/** Null when it is not UTF-8, or is encoded twice over. */
function decode(path: string): string | null {
  if (!path.includes('%')) return path;
  try {
    const decoded = decodeURIComponent(path);
    return /%[0-9a-f]{2}/i.test(decoded) ? null : decoded;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function hasDotSegment(decoded: string): boolean {
  return decoded.split('/').some((segment) => segment === '.' || segment === '..');
}

/** Whether the JSON rules hold there instead of the pages'. */
export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

/**
 * The address without what pages do not have: a trailing slash, `.html`, a last segment `index`. The
 * same path when there is nothing to take away; always with one slash at its start.
 */
export function withoutPageSuffix(path: string): string {
  const stripped = path
    .replace(/\/$/, '')
    .replace(/\.html$/, '')
    .replace(/\/index$/, '');
  return stripped === '' ? '/' : stripped;
}
