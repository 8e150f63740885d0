import { readAnswer } from './answer.ts';
import { createAnswerRecords, type AnswerRecord, type ChatEvent } from './answer-events.ts';
import { createAnswerResponse, type AnswerPart } from './answer-stream.ts';
import type { Chat, ChatMessage, ChatMetadata, ChatSource } from './chat-types.ts';
import { callModel, type ModelTimeouts } from './model-call.ts';
import { failureSentences, ModelFailure, toModelFailure } from './model-failure.ts';
import type { ChatModel } from './model.ts';
import { calendarFor, instructionsFor, messagesFor, type PromptSite } from './prompt.ts';
import { requireQuestion } from './request.ts';
import type { Retrieved, RetrievedPassage, Retriever } from './retrieval-types.ts';
import { chatUnavailable } from './unavailable.ts';

export type ChatOptions = {
  model: ChatModel;
  retriever: Retriever;
  siteUrl: string;
  site: PromptSite;
  /** Called before each call of the model. @throws ApiError CHAT_UNAVAILABLE when the day's are used up */
  takeCall: () => Promise<void>;
  /** Told of each question that the pages, or the model from them, had no answer to. */
  onUnanswered: (question: string) => void;
  /** Told once of each failure of the model, in words without anything that a visitor wrote. */
  log: (message: string) => void;
  /** Told of what happens to answers, for counts. */
  onEvent?: (event: ChatEvent) => void;
  timeouts?: ModelTimeouts;
  /** Answers under way at once. */
  mostOpen?: number;
  now?: () => Date;
};

const usualTimeouts: ModelTimeouts = { total: 60_000, first: 15_000, pause: 15_000 };
const usuallyMostOpen = 250;

type Asked = Retrieved & { messages: readonly ChatMessage[]; record: AnswerRecord };
type AnswerParts = AsyncGenerator<AnswerPart, void, undefined>;

export function createChat(options: ChatOptions): Chat {
  const { model, retriever, siteUrl, site, takeCall, onUnanswered, log } = options;
  const { timeouts = usualTimeouts, mostOpen = usuallyMostOpen, now = () => new Date() } = options;
  const onEvent = options.onEvent ?? (() => undefined);
  const records = createAnswerRecords(mostOpen, onEvent);
  const underWay = new Set<AbortController>();
  const metadata: ChatMetadata = { model: model.name, ...(model.notice && { notice: model.notice }) };
  const instructions = instructionsFor(site);

  /** What is done before the first byte of an answer, so that it can still be refused. */
  async function prepare(messages: readonly ChatMessage[], record: AnswerRecord): Promise<Asked> {
    try {
      const retrieved = await retriever.retrieve(messages);
      if (retrieved.passages.length > 0) await takeCall();
      return { ...retrieved, messages, record };
    } catch (error) {
      record.refuse(error);
      throw error;
    }
  }

  async function* answer(asked: Asked, signal: AbortSignal): AnswerParts {
    const { messages, passages, question, record } = asked;
    const sources = passages.map(toSource);
    for (const source of sources) yield { type: 'source', source };
    const isAnswered = yield* sayAnswer(asked, signal);
    if (!isAnswered) {
      onUnanswered(question);
      yield { type: 'text', text: elsewhere(messages.at(-1)?.text ?? question, siteUrl) };
    }
    record.outcome = isAnswered ? 'answered' : 'unanswered';
    yield { type: 'end', isAnswered };
  }

  async function* sayAnswer(
    { messages, passages }: Asked,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart, boolean, undefined> {
    if (passages.length === 0) {
      yield { type: 'text', text: 'The pages of this site don’t seem to answer that.' };
      return false;
    }
    const words = callModel({
      ...model,
      instructions: [instructions, calendarFor(site, now())],
      messages: messagesFor({ messages, passages }),
      timeouts,
      signal,
      onTokens: (tokens) => onEvent({ type: 'tokens', ...tokens }),
    });
    const text = readAnswer(words, { siteUrl, passages });
    for (;;) {
      const { done, value } = await text.next();
      if (done) return value.isAnswered;
      yield { type: 'text', text: value };
    }
  }

  /** Takes a place for one answer; its signal aborts when the process ends. */
  function begin() {
    const record = records.begin();
    const ending = new AbortController();
    underWay.add(ending);
    return {
      record,
      until: (signal: AbortSignal) => AbortSignal.any([signal, ending.signal]),
      leave: () => {
        underWay.delete(ending);
        record.end();
      },
    };
  }

  /** What a visitor reads of a failure; one that nobody waits for any more is no failure. */
  function tellFailure(
    error: unknown,
    { signal, record }: { signal: AbortSignal; record: AnswerRecord },
  ): string {
    const failure = toModelFailure(error);
    if (signal.aborted) return failureSentences[failure.kind];
    record.outcome = failure.kind;
    log(`the model gave no whole answer: ${failure.kind}, ${failure.message}`);
    return failureSentences[failure.kind];
  }

  return {
    model: model.name,
    notice: model.notice,
    async respond(messages, { signal, whenWritable }) {
      const { record, until, leave } = begin();
      try {
        const asked = await prepare(messages, record);
        return createAnswerResponse({
          parts: (stop) => answer(asked, until(stop)),
          metadata,
          signal,
          whenWritable,
          tellFailure: (error, stop) => tellFailure(error, { signal: stop, record }),
          onEnd: leave,
        });
      } catch (error) {
        leave();
        throw error;
      }
    },
    async ask(question, { signal }) {
      const messages = [requireQuestion(question)];
      const { record, until, leave } = begin();
      try {
        const asked = await prepare(messages, record);
        return await collect(answer(asked, until(signal)), (error) =>
          chatUnavailable({ message: tellFailure(error, { signal, record }) }),
        );
      } finally {
        leave();
      }
    },
    endAnswers() {
      for (const ending of underWay) ending.abort(new ModelFailure('stopping', 'the process ends'));
    },
  };
}

async function collect(parts: AnswerParts, toError: (error: unknown) => Error) {
  const whole = { answer: '', isAnswered: true, sources: [] as ChatSource[] };
  try {
    for await (const part of parts) {
      if (part.type === 'source') whole.sources.push(part.source);
      else if (part.type === 'text') whole.answer += part.text;
      else whole.isAnswered = part.isAnswered;
    }
  } catch (error) {
    throw toError(error);
  }
  return whole;
}

function toSource({ url, title, heading }: RetrievedPassage, index: number): ChatSource {
  return { number: index + 1, url, title: heading === '' ? title : `${title}: ${heading}` };
}

/** Where to go on when there is no answer. */
function elsewhere(question: string, siteUrl: string): string {
  const query = new URLSearchParams({ q: question.replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed() });
  // Brackets are left to Markdown.
  const search = `${siteUrl}/search?${query.toString().replaceAll(/[()*]/g, encodeMark)}`;
  return `\n\nYou can [search the site](${search}) or [contact us](${siteUrl}/contact).`;
}

function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16)}`;
}
