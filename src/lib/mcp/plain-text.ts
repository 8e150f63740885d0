const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text of a search excerpt: escaped HTML in which only `<mark>` occurs. */
export function plainText(excerpt: string): string {
  return excerpt
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);
}
