import type { RetrievedPassage } from './chat-types.ts';
import { createMarkdownSanitizer } from './markdown-sanitizer.ts';
import { ModelFailure } from './model-failure.ts';

/** In characters; longer answers are cut off. */
const maxAnswerLength = 12_000;
const maxVerdictLength = 60;
/** Some models write the verdict in bold, as code or as JSON. */
const verdictLine =
  /^[^\p{L}\n]{0,12}sufficient[^\p{L}\n]{0,6}(yes|no|true|false)\b[^\p{L}\n]{0,8}(?:\n\s*|$)/iu;

export type AnswerText = AsyncGenerator<string, void, undefined>;

/** The first line of the model's reply: whether the passages contain the answer. True if the line is missing. */
export type AnswerVerdict = { isSufficient: boolean };

type SanitizeOptions = { siteUrl: string; passages: readonly RetrievedPassage[]; verdict: AnswerVerdict };

/**
 * Sanitizes a model's output while it streams: see `createMarkdownSanitizer`. Sets the verdict before it yields the
 * first text.
 * @throws ModelFailure, also when the model returns no text
 */
export async function* sanitizeAnswer(
  output: AsyncIterable<string>,
  { siteUrl, passages, verdict }: SanitizeOptions,
): AnswerText {
  const texts = passages.map(({ text }) => text);
  const sanitizer = createMarkdownSanitizer({ sourceCount: passages.length, siteUrl, passages: texts });
  const line = createVerdictFilter(verdict);
  const finish = () => sanitizer.push(line.end()) + sanitizer.end();
  let length = 0;
  try {
    for await (const chunk of output) {
      const piece = chunk.slice(0, maxAnswerLength - length);
      length += piece.length;
      const ready = sanitizer.push(line.push(piece));
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
}

/** Buffers the verdict's line until it is complete, then removes it from the text. */
function createVerdictFilter(verdict: AnswerVerdict) {
  let buffer: string | undefined = '';
  const decide = (text: string) => {
    const [line = '', word = 'yes'] = verdictLine.exec(text) ?? [];
    verdict.isSufficient = /yes|true/i.test(word);
    buffer = undefined;
    return text.slice(line.length);
  };
  return {
    push(piece: string): string {
      if (buffer === undefined) return piece;
      buffer = (buffer + piece).trimStart();
      return buffer.includes('\n') || buffer.length > maxVerdictLength ? decide(buffer) : '';
    },
    end: () => (buffer === undefined ? '' : decide(buffer)),
  };
}
