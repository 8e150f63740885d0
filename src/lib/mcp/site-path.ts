import { parseClientUrl } from '#lib/http/client-text.ts';

/**
 * The path that an address on this site names, as a URL has it, without query and anchor. Takes `/courses`,
 * `courses` and the whole address. Undefined for what names another site, another scheme or a user, and for more
 * than 2,000 characters.
 * @param siteUrl the site's origin
 */
export function sitePathOf(address: string, siteUrl: string): string | undefined {
  const url = parseClientUrl(address.trim(), `${siteUrl}/`);
  if (url === undefined || url.origin !== siteUrl || url.username !== '' || url.password !== '')
    return undefined;
  return url.pathname;
}
