/**
 * Whether If-None-Match matches the entity tag, by weak comparison (RFC 9110, section 13.1.2). The header is `*`, or a
 * list in which tags may be weak. Skips invalid entries of the list.
 */
export function isNoneMatchHit(header: string, etag: string): boolean {
  if (header === etag) return true;
  if (header.trim() === '*') return true;
  const tags = header.match(/"[^"]*"/g);
  return tags !== null && tags.includes(etag);
}
