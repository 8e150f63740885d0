const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const characters = new Map(
  Object.entries(references).map(([character, reference]) => [reference, character]),
);

/** Escapes text and quoted attribute values for HTML and XML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => references[character] ?? character);
}

/** A plain-text part of an excerpt. */
type ExcerptPart = { text: string; isMarked: boolean };

/** Splits a search excerpt (escaped HTML with `<mark>`) into plain text, so that it is never inserted as HTML. */
export function readExcerpt(excerpt: string): ExcerptPart[] {
  return excerpt.split(/<mark>(.*?)<\/mark>/).map((part, index) => ({
    text: part.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (reference) => characters.get(reference) ?? reference),
    isMarked: index % 2 === 1,
  }));
}

/** A search excerpt as plain text. */
export function excerptText(excerpt: string): string {
  return readExcerpt(excerpt)
    .map(({ text }) => text)
    .join('');
}
