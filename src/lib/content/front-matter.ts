/** More than any page needs. Longer front matter is not read. In characters. */
export const maxFrontMatter = 32 * 1024;

/** Where the fields of a file are: offsets in its text. */
type FrontMatterRange = {
  /** After the opening line. */
  start: number;
  /** Of the closing line. */
  end: number;
  /** After the three hyphens of the closing line, and the blanks behind them. */
  closed: number;
};

/** `open`: there is an opening line without a closing one. `long`: the closing line is too far below. */
type Located = FrontMatterRange | { start: number; problem: 'open' | 'long' } | undefined;

/**
 * Finds the front matter of a file, the only place that says where it ends. The opening line `---` may have a byte order
 * mark, blank lines and blanks before it; the closing line starts with its hyphens. Lines end with LF or CRLF. Runs in
 * browsers too.
 * @returns undefined if the text starts with anything else
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

/** Parts a text after the closing line of its front matter. Without front matter, the head is empty. */
export function splitFrontMatter(text: string): { head: string; body: string } {
  const found = locateFrontMatter(text);
  if (!found || 'problem' in found) return { head: '', body: text };
  const lineEnd = text.indexOf('\n', found.closed);
  const length = lineEnd === -1 ? text.length : lineEnd + 1;
  return { head: text.slice(0, length), body: text.slice(length) };
}
