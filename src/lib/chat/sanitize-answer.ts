import type { RetrievedPassage } from './chat-types.ts';
import { createMarkdownSanitizer } from './markdown-sanitizer.ts';
import { ModelFailure } from './model-failure.ts';
import { unansweredMark } from './prompt.ts';

/** In characters; longer answers are cut off. */
const maxAnswerLength = 12_000;
const maxMarkLength = unansweredMark.length + 6;
/** Some models set the mark in bold. */
const leadingMark = new RegExp(String.raw`^[*_]{0,3}${unansweredMark}[*_]{0,3}\s*`);

/** Returns `isAnswered`: false when the passages do not hold the answer. */
export type AnswerText = AsyncGenerator<string, { isAnswered: boolean }, undefined>;

/**
 * Turns a model's output, as it streams, into Markdown that is safe to show: see `createMarkdownSanitizer`.
 * @throws ModelFailure, also when the model returns no text
 */
export async function* sanitizeAnswer(
  output: AsyncIterable<string>,
  { siteUrl, passages }: { siteUrl: string; passages: readonly RetrievedPassage[] },
): AnswerText {
  const texts = passages.map(({ text }) => text);
  const sanitizer = createMarkdownSanitizer({ sourceCount: passages.length, siteUrl, passages: texts });
  const mark = createMarkFilter();
  const finish = () => sanitizer.push(mark.end()) + sanitizer.end();
  let length = 0;
  try {
    for await (const chunk of output) {
      const piece = chunk.slice(0, maxAnswerLength - length);
      length += piece.length;
      const ready = sanitizer.push(mark.push(piece));
      if (ready !== '') yield ready;
      if (length >= maxAnswerLength) break;
    }
  } catch (error) {
    // Show the text that arrived before the failure.
    const rest = finish();
    if (rest !== '') yield rest;
    throw error;
  }
  const rest = finish();
  if (rest !== '') yield rest;
  if (length === 0) throw new ModelFailure('broken-off', 'no text');
  return { isAnswered: mark.isAnswered() };
}

/** Removes `unansweredMark` from the start, which it buffers until it is long enough to decide. */
function createMarkFilter() {
  let buffer: string | undefined = '';
  let isAnswered = true;
  const decide = (text: string) => {
    const mark = leadingMark.exec(text)?.[0];
    isAnswered = mark === undefined;
    buffer = undefined;
    return text.slice(mark?.length ?? 0);
  };
  return {
    isAnswered: () => isAnswered,
    push(piece: string): string {
      if (buffer === undefined) return piece;
      buffer = (buffer + piece).trimStart();
      return buffer.length > maxMarkLength ? decide(buffer) : '';
    },
    end: () => (buffer === undefined ? '' : decide(buffer)),
  };
}
