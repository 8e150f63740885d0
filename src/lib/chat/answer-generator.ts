import { chatAnswerText } from '#lib/i18n/en/chat.ts';
import type { AnswerPart } from './answer-stream.ts';
import type { ActiveAnswer, ChatEvent } from './answer-tracker.ts';
import type { ChatMessage, ChatSource, Retrieved, RetrievedPassage } from './chat-types.ts';
import { callModel, type ModelTimeouts } from './model-call.ts';
import type { ChatModel } from './model.ts';
import { calendarFor, instructionsFor, messagesFor, type PromptSite } from './prompt.ts';
import { checkNumbers } from './check-numbers.ts';
import { sanitizeAnswer } from './sanitize-answer.ts';

export type GeneratorOptions = {
  model: ChatModel;
  siteUrl: string;
  /** Called for each answer, because a publication may have changed the facts. */
  institute: () => PromptSite;
  /** Called with each question that the site's pages do not answer, without the conversation before it. */
  onUnanswered: (question: string) => void;
  /** Receives events for metrics. */
  onEvent?: (event: ChatEvent) => void;
  timeouts?: ModelTimeouts;
  now?: () => Date;
};

export type AnswerParts = AsyncGenerator<AnswerPart, void, undefined>;

type PreparedQuestion = Retrieved & { messages: readonly ChatMessage[]; active: ActiveAnswer };

const defaultTimeouts: ModelTimeouts = { total: 60_000, first: 15_000, pause: 15_000 };
const maxSearchLength = 200;

/** Creates a function that generates an answer in parts: sources, text, and whether it answers the question. */
export function createAnswerGenerator(options: GeneratorOptions) {
  const { model, siteUrl, institute, onUnanswered, onEvent } = options;
  const { timeouts = defaultTimeouts, now = () => new Date() } = options;

  async function* generateText(
    { messages, passages, question }: PreparedQuestion,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart, boolean, undefined> {
    if (passages.length === 0) {
      yield { type: 'text', text: chatAnswerText.noPassages };
      return false;
    }
    const current = institute();
    const calendar = calendarFor(current, now());
    const output = callModel({
      ...model,
      instructions: [instructionsFor(current), calendar],
      messages: messagesFor({ messages, passages }),
      timeouts,
      signal,
      onTokens: (tokens) => onEvent?.({ type: 'tokens', ...tokens }),
    });
    const verdict = { isSufficient: true };
    const text = sanitizeAnswer(output, { siteUrl, passages, verdict });
    const options = { passages, siteUrl, question, calendar, verdict };
    for await (const checked of checkNumbers(text, options)) yield { type: 'text', text: checked };
    return verdict.isSufficient;
  }

  return async function* generateAnswer(prepared: PreparedQuestion, signal: AbortSignal): AnswerParts {
    const { messages, passages, active } = prepared;
    const lastQuestion = messages.at(-1)?.text ?? prepared.question;
    for (const source of passages.map(toSource)) yield { type: 'source', source };
    const isAnswered = yield* generateText(prepared, signal);
    if (!isAnswered) {
      onUnanswered(lastQuestion);
      yield { type: 'text', text: nextSteps(lastQuestion, siteUrl) };
    }
    active.outcome = isAnswered ? 'answered' : 'unanswered';
    yield { type: 'end', isAnswered };
  };
}

function toSource({ url, title, heading }: RetrievedPassage, index: number): ChatSource {
  return { number: index + 1, url, title: heading === '' ? title : `${title}: ${heading}` };
}

/** Returns Markdown links to the search, with the question as its query, and to the contact page. */
function nextSteps(question: string, siteUrl: string): string {
  const q = question.replaceAll(/\s+/g, ' ').slice(0, maxSearchLength).toWellFormed();
  // Parentheses and asterisks have a meaning in Markdown.
  const query = new URLSearchParams({ q })
    .toString()
    .replaceAll(/[()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `\n\n${chatAnswerText.nextSteps({ searchUrl: `${siteUrl}/search?${query}`, contactUrl: `${siteUrl}/contact` })}`;
}
