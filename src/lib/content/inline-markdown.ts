type InlinePart = { text: string; kind: 'text' | 'code' } | { text: string; kind: 'link'; href: string };

const marks = /(`[^`]+`|\[[^[\]]+\]\([^()]+\))/;
const link = /^\[([^[\]]+)\]\(([^()]+)\)$/;

/** Splits a sentence with `code` and [links](/path) into its parts. */
export function splitInline(sentence: string): InlinePart[] {
  return sentence.split(marks).map((part) => {
    if (/^`.+`$/.test(part)) return { text: part.slice(1, -1), kind: 'code' };
    const [, text, href] = link.exec(part) ?? [];
    return text !== undefined && href !== undefined
      ? { text, kind: 'link', href }
      : { text: part, kind: 'text' };
  });
}

/** The addresses of a sentence's links. */
export function linksOf(sentence: string): string[] {
  return splitInline(sentence).flatMap((part) => (part.kind === 'link' ? part.href : []));
}
