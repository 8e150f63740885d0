/** Returns the percent-encoded path of a page or file, as in a request line. */
export function percentEncodePath(path: string): string {
  return new URL(path.replace(/[?#]/g, encodeURIComponent), 'http://localhost').pathname;
}

const maxTargetLength = 8192;
const pathAndQuery = /^(\/[!$%&'()*+,\-./0-9:;=@A-Z[\]_a-z~|^{}`]*)(\?[!-"$-~\x80-\xff]*)?$/;
const trickyEncoding = /%(?:[01][0-9a-f]|2f|5c|7f)/i;

/** Whether the path has encoded separators or control characters, which no page address has. */
export function isTrickyPath(path: string): boolean {
  return trickyEncoding.test(path);
}

/** A parsed request target; `malformed` is a 400, `long` a 414, `missing` a 404. */
export type Target =
  | { kind: 'path'; path: string; decoded: string; query: string }
  | { kind: 'malformed' | 'long' | 'missing' };

/**
 * Parses a request target. Refuses invalid characters, encoded separators and control characters, dot segments in
 * any spelling, percent-encoding that is not UTF-8, and more than 8 kB. An absolute target must name this site's own
 * origin (RFC 9112, section 3.2.2).
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

/** Null if the path is not UTF-8 or is encoded twice. */
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

/** Whether the path belongs to the API, where errors are JSON. */
export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

/**
 * Removes a trailing slash, `.html` and a last segment `index`, which page addresses do not have. The result always
 * starts with a slash.
 */
export function withoutPageSuffix(path: string): string {
  const stripped = path
    .replace(/\/$/, '')
    .replace(/\.html$/, '')
    .replace(/\/index$/, '');
  return stripped === '' ? '/' : stripped;
}
