import { maxUrlLength, parseClientUrl } from '#lib/http/client-text.ts';

/** Where a member goes who has signed in and asked for nothing else. */
export const staffHome = '/staff';

/**
 * The path and query of an address that stays on this site; `/staff` for any other. What browsers read as the
 * start of a host (`//`, `/\`), what they leave out of an address (tabs, line ends), and encodings of these are
 * refused rather than mended.
 */
export function toSafePath(address: string | null | undefined, siteUrl: string): string {
  if (!address || address.length > maxUrlLength) return staffHome;
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  if (!path.startsWith('/') || isHostLike(path)) return staffHome;
  const decoded = decode(path);
  if (decoded === undefined || isHostLike(decoded) || isHostLike(decode(decoded) ?? decoded))
    return staffHome;
  const url = parseClientUrl(path, siteUrl);
  if (url?.origin !== siteUrl || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) {
    return staffHome;
  }
  return url.pathname + url.search;
}

function isHostLike(path: string): boolean {
  return /^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(path);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
