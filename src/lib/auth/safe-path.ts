import { maxUrlLength, parseClientUrl } from '#lib/http/client-text.ts';

/** Where sign-in leads by default. */
export const staffHome = '/staff';

/**
 * Returns the path and query of an address on this site, and `/staff` for any other address. Refuses prefixes that
 * browsers parse as the start of a host (`//`, `/\`), characters that they drop (tabs, line ends), and encodings of
 * both.
 */
export function toSafePath(address: string | null | undefined, siteUrl: string): string {
  if (!address || address.length > maxUrlLength) return staffHome;
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  if (!path.startsWith('/') || isHostLike(path)) return staffHome;
  const decoded = decode(path);
  if (decoded === undefined || isHostLike(decoded)) return staffHome;
  if (isHostLike(decode(decoded) ?? decoded)) return staffHome;
  const url = parseClientUrl(path, siteUrl);
  if (url?.origin !== siteUrl || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) {
    return staffHome;
  }
  return url.pathname + url.search;
}

function isHostLike(path: string): boolean {
  return /^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(path);
}

/** Undefined for a text that is not percent-encoded UTF-8. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
