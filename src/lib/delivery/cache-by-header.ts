const maxEntries = 1000;
const maxHeaderLength = 512;

/**
 * Remembers what `choose` says for a header's text. Clients send few different headers, so a hit is the
 * rule; when somebody sends many, the memory is emptied and starts anew, and long headers are not kept.
 */
export function rememberByHeader<Choice>(choose: (header: string | undefined) => Choice) {
  const remembered = new Map<string | undefined, Choice>();
  return function chooseRemembered(header: string | undefined): Choice {
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const choice = choose(header);
    if (header !== undefined && header.length > maxHeaderLength) return choice;
    if (remembered.size >= maxEntries) remembered.clear();
    remembered.set(header, choice);
    return choice;
  };
}
