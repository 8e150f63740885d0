/** In words. */
const maxWhole = 10;
const edge = 5;

/**
 * Returns a link that marks a text on a page, for browsers that know text fragments. A long text is named by its first and
 * last words. The others go to the section.
 * @param url absolute, with the section's anchor or without
 */
export function linkToText(url: string, text: string): string {
  const words = text.split(/\s+/);
  const parts =
    words.length <= maxWhole
      ? [words.join(' ')]
      : [words.slice(0, edge).join(' '), words.slice(-edge).join(' ')];
  return linkToParts(url, parts);
}

/** Like `linkToText`, for a text from the first part to the last one, which may be in different elements. */
export function linkToParts(url: string, parts: readonly string[]): string {
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${parts.map(encode).join(',')}`;
}

/** A hyphen separates the text from what stands around it. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('-', '%2D');
}
