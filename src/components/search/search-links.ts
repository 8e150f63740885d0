const maxQueryLength = 200;

/** Returns the query with each word in quotes, so that it is searched as typed; unchanged if that would be too long. */
export function toExactQuery(query: string): string {
  if (/["“”]/.test(query)) return query;
  const exact = query.replace(/\S+/g, '"$&"');
  return [...exact].length > maxQueryLength ? query : exact;
}

/** The address of a result or section without the origin. */
export function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}
