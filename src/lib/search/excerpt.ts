import { escapeHtml } from '#lib/content/html-text.ts';
import { readSentences, type Sentence } from './excerpt-sentences.ts';
import type { Mark } from './marks.ts';
import type { NearSentence } from './near-sections.ts';

/** In characters. */
const maxLength = 220;
/** Words of context before the first match, where a sentence is cut. */
const wordsBefore = 4;
/** A sentence that is .05 nearer in meaning weighs as much as one that has one word more of the query. */
const nearnessWeight = 20;
/** Deducted for a row of a table. */
const rowDeduction = 0.5;
/** Deducted for lines that are no sentence, such as a heading or the label of a link. */
const lineDeduction = 1.5;
/** Deducted for facts at the top of a page, because results show the facts of their entry. */
const topFactDeduction = 1.5;

type Source = {
  /** See `readMarkedLines`. */
  text: string;
  /** The words to mark. */
  marks: readonly Mark[];
  /** The page's title. Lines up to it are left out. */
  title?: string;
  /** Its sentences that are near to the query in meaning. */
  near?: readonly NearSentence[] | undefined;
};

/**
 * Returns the sentence for which most speaks, and those around it for which there is room, as escaped HTML with `<mark>` as
 * its only element. Cuts a sentence that is too long.
 */
export function cutExcerpt({ text, marks, title = '', near = [] }: Source): string {
  const all = readSentences(text, marks, near);
  const sentences = withoutTitle(all, title);
  const isTop = sentences.length < all.length;
  const rows = sentences.filter(({ isHead }) => !isHead);
  const shown = chooseSentences(rows.length > 0 ? rows : sentences, isTop);
  const [first] = shown;
  if (first && lengthOf(first) > maxLength) return cut(first);
  return shown.map((sentence) => toHtml(sentence)).join(' ');
}

/** The best sentence with as many of the next ones as there is room for, or with the previous one. */
function chooseSentences(sentences: readonly Sentence[], isTop: boolean): Sentence[] {
  const scoreOf = ({ weight, nearness, isFact, isWhole }: Sentence) =>
    weight + nearnessWeight * nearness - deductionOf({ isFact, isWhole, isTop });
  const at = sentences.reduce((chosen, sentence, index) => {
    const best = sentences[chosen] ?? sentence;
    return scoreOf(sentence) > scoreOf(best) && !isSameButNumbers(sentence, best) ? index : chosen;
  }, 0);
  const shown = sentences.slice(at, at + 1);
  const [best] = shown;
  if (!best?.isWhole) return shown;
  const fits = (other: Sentence | undefined): other is Sentence =>
    other?.isWhole === true &&
    shown.reduce((sum, each) => sum + lengthOf(each) + 1, 0) + lengthOf(other) < maxLength;
  for (let next = at + 1; fits(sentences[next]); next++) shown.push(...sentences.slice(next, next + 1));
  if (isQuestion(shown.at(-1))) {
    const answer = sentences[at + shown.length];
    if (answer?.isWhole) return [answer];
  }
  const previous = sentences[at - 1];
  return shown.length === 1 && fits(previous) ? [previous, ...shown] : shown;
}

/**
 * Whether rows of a table match equally well and differ only in numbers, such as the dates of two years. How near they are in
 * meaning says nothing then, and the first one is the next.
 */
function isSameButNumbers(one: Sentence, other: Sentence): boolean {
  const withoutNumbers = ({ words }: Sentence) => words.join(' ').replace(/\d+/g, '');
  return one.isFact && one.weight === other.weight && withoutNumbers(one) === withoutNumbers(other);
}

function isQuestion(sentence: Sentence | undefined): boolean {
  return sentence?.words.at(-1)?.endsWith('?') === true;
}

function deductionOf({
  isFact,
  isWhole,
  isTop,
}: {
  isFact: boolean;
  isWhole: boolean;
  isTop: boolean;
}): number {
  if (isFact) return isTop ? topFactDeduction : rowDeduction;
  return isWhole ? 0 : lineDeduction;
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
