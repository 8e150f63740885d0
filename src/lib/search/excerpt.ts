import { escapeHtml } from '#lib/content/html-text.ts';

const excerptWords = 30;
/** Words of context before the first match. */
const wordsBefore = 4;

/**
 * Returns the part of a text with the most marked words, as escaped HTML with `<mark>` as its only element.
 * @param marked indexes of the words to mark, ascending
 */
export function cutExcerpt({
  words,
  marked,
}: {
  words: readonly string[];
  marked: readonly number[];
}): string {
  let from = 0;
  let bestCount = 0;
  for (let first = 0, last = 0; first < marked.length; first++) {
    const place = marked[first] ?? 0;
    while (last < marked.length && (marked[last] ?? 0) < place + excerptWords) last++;
    if (last - first > bestCount) {
      bestCount = last - first;
      from = place;
    }
  }
  from = Math.max(0, Math.min(from - wordsBefore, words.length - excerptWords));
  const to = Math.min(words.length, from + excerptWords);
  const isMarked = new Set(marked);
  const shown = words
    .slice(from, to)
    .map((word, at) => (isMarked.has(from + at) ? `<mark>${escapeHtml(word)}</mark>` : escapeHtml(word)));
  return `${from > 0 ? '… ' : ''}${shown.join(' ').trim()}${to < words.length ? ' …' : ''}`;
}
