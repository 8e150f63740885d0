import { escapeHtml } from '#lib/content/html-text.ts';
import { splitSentences } from '#lib/i18n/sentences.ts';

/** In characters. */
const maxLength = 220;
/** Words of context before the first match, where a sentence is cut. */
const wordsBefore = 4;
/** Deducted for lines that are no sentence, such as a row of a table or the label of a link. */
const lineDeduction = 0.5;
/** Deducted for facts at the top of a page, because results show the facts of their entry. */
const topFactDeduction = 1.5;

type Marked = {
  /** See `readMarkedLines`. */
  text: string;
  /** Indexes of the words to mark, ascending. */
  marked: readonly number[];
  /** The page's title. Lines up to it are left out. */
  title?: string;
};

type Sentence = {
  words: string[];
  marks: Set<number>;
  isFact: boolean;
  /** Whether it names the columns of a table, which say nothing without a row. */
  isHead: boolean;
  /** Whether it ends like a sentence. */
  isWhole: boolean;
  /** The number of different marked words. */
  matches: number;
};

/**
 * Returns the sentence with the most marked words and, if there is room, the next or the previous one, as escaped HTML
 * with `<mark>` as its only element. Cuts a sentence that is too long.
 */
export function cutExcerpt({ text, marked, title = '' }: Marked): string {
  const all = readSentences(text, new Set(marked));
  const sentences = withoutTitle(all, title);
  const isTop = sentences.length < all.length;
  const scoreOf = ({ matches, isFact, isWhole, isHead }: Sentence) =>
    matches * (isHead ? 0 : 1) -
    (isFact && isTop ? topFactDeduction : isFact || !isWhole ? lineDeduction : 0);
  const best = sentences.reduce<Sentence | undefined>(
    (a, b) => (a && scoreOf(a) >= scoreOf(b) ? a : b),
    undefined,
  );
  if (!best) return '';
  if (lengthOf(best) > maxLength) return cut(best);
  const at = sentences.indexOf(best);
  const fits = (other: Sentence | undefined) =>
    other !== undefined && other.isWhole && best.isWhole && lengthOf(best) + lengthOf(other) < maxLength;
  const from = !fits(sentences[at + 1]) && fits(sentences[at - 1]) ? at - 1 : at;
  const to = fits(sentences[at + 1]) ? at + 2 : at + 1;
  return sentences
    .slice(from, to)
    .map((sentence) => toHtml(sentence))
    .join(' ');
}

function readSentences(text: string, marked: ReadonlySet<number>): Sentence[] {
  let start = /^\s/.test(text) ? 1 : 0;
  // A row of a table stays whole, also if a cell has several sentences.
  const sentences = text.split('\n').flatMap((line) => (line.startsWith('\t') ? line : splitSentences(line)));
  return sentences.map((sentence) => {
    const words = sentence.trim().split(/\s+/);
    const marks = new Set(words.flatMap((_, at) => (marked.has(start + at) ? [at] : [])));
    start += words.length;
    const isFact = sentence.startsWith('\t');
    const matches = new Set([...marks].map((at) => plain(words[at] ?? ''))).size;
    const isWhole = !isFact && /[.!?…]["”’)\]]*$/.test(sentence);
    return { words, marks, isFact, isHead: sentence.startsWith('\t\t'), isWhole, matches };
  });
}

/** Leaves out the lines above the text of the page, such as its kind and title, unless there is no other. */
function withoutTitle(sentences: Sentence[], title: string): Sentence[] {
  const at = sentences.findIndex(({ words }) => plain(words.join(' ')) === plain(title));
  return at === -1 ? sentences : sentences.slice(at + 1);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '');
}

function lengthOf({ words }: Sentence): number {
  return words.join(' ').length;
}

function toHtml({ words, marks, isFact }: Sentence, from = 0, to = words.length): string {
  const shown = words
    .slice(from, to)
    .map((word, at) => (marks.has(from + at) ? mark(word) : escapeHtml(word)));
  const end = isFact && to === words.length && !/[.!?]$/.test(words.at(-1) ?? '') ? '.' : '';
  return shown.join(' ') + end;
}

/** Cuts the sentence at words. Starts at its beginning if all marked words have room. */
function cut(sentence: Sentence): string {
  const { words, marks } = sentence;
  const endFrom = (from: number) => {
    let length = 0;
    let to = from;
    while (to < words.length && (to === from || length + (words[to] ?? '').length <= maxLength))
      length += (words[to++] ?? '').length + 1;
    return to;
  };
  const isShown = (from: number) => [...marks].every((at) => at >= from && at < endFrom(from));
  const from = isShown(0) ? 0 : Math.max(0, Math.min(...marks) - wordsBefore);
  const to = endFrom(from);
  return `${from > 0 ? '… ' : ''}${toHtml(sentence, from, to)}${to < words.length ? ' …' : ''}`;
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
