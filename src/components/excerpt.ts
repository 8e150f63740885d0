/** A piece of an excerpt, as text. */
export type ExcerptPart = { text: string; isMarked: boolean };

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** An excerpt, which is escaped HTML with marks, as texts: nothing of it becomes markup. */
export function readExcerpt(excerpt: string): ExcerptPart[] {
  return excerpt.split(/<mark>(.*?)<\/mark>/).map((part, index) => ({
    text: part.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity),
    isMarked: index % 2 === 1,
  }));
}
