/**
 * Gives all lines of a text the line end of an earlier text, so that a commit changes only lines that were edited.
 * Returns the text unchanged if the earlier one has no line ends, or both kinds.
 */
export function withLineEndsOf(base: string, text: string): string {
  const crlf = base.match(/\r\n/g)?.length ?? 0;
  const all = base.match(/\n/g)?.length ?? 0;
  if (all === 0 || (crlf > 0 && crlf < all)) return text;
  return text.replace(/\r?\n/g, crlf === 0 ? '\n' : '\r\n');
}
