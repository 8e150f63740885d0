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
  const places = marked.filter((place) => place >= from && place < to);
  const shown = [from - 1, ...places].flatMap((place, at) => [
    ...(at > 0 ? [mark(words[place] ?? '')] : []),
    escapeHtml(words.slice(place + 1, places[at] ?? to).join(' ')),
  ]);
  const text = shown.filter((part) => part !== '').join(' ');
  return `${from > 0 ? '… ' : ''}${text.trim()}${to < words.length ? ' …' : ''}`;
}

/** Leaves out punctuation around the word, but not what belongs to a name, such as C++. */
function mark(word: string): string {
  const runs = [...word.matchAll(/[\p{L}\p{N}\p{M}]+[+#]*/gu)];
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return escapeHtml(word);
  const end = last.index + last[0].length;
  const [before, marked, after] = [
    word.slice(0, first.index),
    word.slice(first.index, end),
    word.slice(end),
  ].map(escapeHtml);
  return `${before}<mark>${marked}</mark>${after}`;
}
