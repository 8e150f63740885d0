import { ModelFailure } from './model-failure.ts';
import { unansweredMark } from './prompt.ts';
import type { RetrievedPassage } from './retrieval-types.ts';
import { createSafeText } from './safe-text.ts';

/** In characters; a model that writes on is cut off there. */
const longestAnswer = 12_000;

/** What is behind an answer's text: `isAnswered` is false when the passages don't hold the answer. */
export type AnswerText = AsyncGenerator<string, { isAnswered: boolean }, undefined>;

/**
 * Makes an answer that can be shown of a model's words, as they come: see `createSafeText`.
 * @throws ModelFailure, also when the model says nothing
 */
export async function* readAnswer(
  words: AsyncIterable<string>,
  { siteUrl, passages }: { siteUrl: string; passages: readonly RetrievedPassage[] },
): AnswerText {
  const texts = passages.map(({ text }) => text);
  const safeText = createSafeText({ sources: passages.length, siteUrl, passages: texts });
  const head = createHead();
  let length = 0;
  try {
    for await (const word of words) {
      const piece = word.slice(0, longestAnswer - length);
      length += piece.length;
      const ready = safeText.push(head.push(piece));
      if (ready !== '') yield ready;
      if (length >= longestAnswer) break;
    }
  } catch (error) {
    // What came before it broke off is shown.
    const rest = safeText.push(head.end()) + safeText.end();
    if (rest !== '') yield rest;
    throw error;
  }
  const rest = safeText.push(head.end()) + safeText.end();
  if (rest !== '') yield rest;
  if (length === 0) throw new ModelFailure('broken-off', 'no words');
  return { isAnswered: head.isAnswered() };
}

/** Takes the mark of an unanswered question off the beginning, which is held back until it can be told. */
function createHead() {
  let head: string | undefined = '';
  let isAnswered = true;
  const decide = (text: string) => {
    const mark = markAtStart.exec(text)?.[0];
    isAnswered = mark === undefined;
    head = undefined;
    return text.slice(mark?.length ?? 0);
  };
  return {
    isAnswered: () => isAnswered,
    push(piece: string): string {
      if (head === undefined) return piece;
      head = (head + piece).trimStart();
      return head.length > longestMark ? decide(head) : '';
    },
    end: () => (head === undefined ? '' : decide(head)),
  };
}

const longestMark = unansweredMark.length + 6;
/** Some models set it in bold. */
const markAtStart = new RegExp(String.raw`^[*_]{0,3}${unansweredMark}[*_]{0,3}\s*`);
