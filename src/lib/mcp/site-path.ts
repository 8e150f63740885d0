import { parseClientUrl } from '#lib/http/client-text.ts';

/**
 * Returns the path of a URL on this site, with its query, given as `/courses`, `courses` or an absolute URL. Undefined for other
 * origins, for URLs with a user name or password, and for more than 2,000 characters.
 * @param siteUrl the site's origin
 */
export function sitePathOf(input: string, siteUrl: string): { path: string; query: string } | undefined {
  const url = parseClientUrl(input.trim(), `${siteUrl}/`);
  if (url === undefined || url.origin !== siteUrl || url.username !== '' || url.password !== '')
    return undefined;
  return { path: url.pathname, query: url.search };
}
