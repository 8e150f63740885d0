/** A plain-text part of an excerpt. */
type ExcerptPart = { text: string; isMarked: boolean };

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Splits an excerpt (escaped HTML with `<mark>`) into plain text, so that none of it is inserted as HTML. */
export function readExcerpt(excerpt: string): ExcerptPart[] {
  return excerpt.split(/<mark>(.*?)<\/mark>/).map((part, index) => ({
    text: part.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity),
    isMarked: index % 2 === 1,
  }));
}
