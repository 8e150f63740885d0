const maxEntries = 1000;
const maxHeaderLength = 512;

/** Caches the results of `choose` by header text. Clears the cache when it is full; does not cache long headers. */
export function cacheByHeader<Choice>(choose: (header: string | undefined) => Choice) {
  const remembered = new Map<string | undefined, Choice>();
  return function chooseCached(header: string | undefined): Choice {
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const choice = choose(header);
    if (header !== undefined && header.length > maxHeaderLength) return choice;
    if (remembered.size >= maxEntries) remembered.clear();
    remembered.set(header, choice);
    return choice;
  };
}
