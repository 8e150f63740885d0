/**
 * Maximum length of a content file, in characters: about 20,000 words. At this length, comparing two versions or replacing
 * links takes the serving process a few hundredths of a second.
 */
export const maxTextLength = 128 * 1024;

/** Maximum length in characters, more than any page needs. Longer front matter is rejected. */
export const maxFrontMatter = 32 * 1024;

/** The place of the fields in a file, as offsets in its text. */
type FrontMatterRange = {
  /** After the opening line. */
  start: number;
  /** Start of the closing line. */
  end: number;
  /** After the three hyphens of the closing line, and spaces or tabs that follow. */
  closed: number;
};

/** `open`: there is an opening line without a closing one. `long`: the closing line is beyond the maximum length. */
type Located = FrontMatterRange | { start: number; problem: 'open' | 'long' } | undefined;

/**
 * Finds the front matter of a file. All code uses this function, so it agrees where front matter ends. The opening line
 * `---` may follow a byte order mark and white space; the closing line starts with its hyphens. Lines end with LF or
 * CRLF. Also runs in browsers.
 * @returns undefined if the text does not start with front matter
 */
export function locateFrontMatter(text: string): Located {
  const opening = /^\s*---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!opening) return undefined;
  const start = opening[0].length;
  const closing = /(?<![^\n])---[ \t]*(?=\r?(?:\n|$))/.exec(text.slice(start));
  if (!closing) return { start, problem: 'open' };
  if (closing.index > maxFrontMatter) return { start, problem: 'long' };
  const end = start + closing.index;
  return { start, end, closed: end + closing[0].length };
}

/** Splits a text after the closing line of its front matter. Without front matter, `head` is empty. */
export function splitFrontMatter(text: string): { head: string; body: string } {
  const found = locateFrontMatter(text);
  if (!found || 'problem' in found) return { head: '', body: text };
  const lineEnd = text.indexOf('\n', found.closed);
  const length = lineEnd === -1 ? text.length : lineEnd + 1;
  return { head: text.slice(0, length), body: text.slice(length) };
}
