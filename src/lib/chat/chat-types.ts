import type { ChatTurn } from './retrieval-types.ts';

/** One message of a conversation as it was checked: plain text, whatever the client sent beside it. */
export type ChatMessage = Readonly<ChatTurn>;

/** A passage that an answer may refer to as `[number]`. */
export type ChatSource = {
  /** From 1, in the order of the stream's `source-url` parts. */
  number: number;
  /** Absolute address on this site, with the section's anchor. */
  url: string;
  /** `Page: section` */
  title: string;
};

export type WholeAnswer = {
  /** Markdown with `[1]`-style citations, all of which are in `sources`. */
  answer: string;
  /** False when the site's pages don't hold the answer; `answer` then says so and where to look. */
  isAnswered: boolean;
  sources: ChatSource[];
};

type AnswerOptions = {
  /** Aborts when nobody waits for the answer any more; the model's call then ends too. */
  signal: AbortSignal;
};

type StreamOptions = AnswerOptions & {
  /** Resolves when the connection can take more, so that a client that does not read holds up its own answer. */
  whenWritable?: (() => Promise<void>) | undefined;
};

/** Answers questions from the site's passages with a language model. */
export type Chat = {
  /** The model's name as configured, shown to people. */
  model: string;
  /** What a stand-in says of itself ("stand-in: quotes only"); undefined for a real model. */
  notice: string | undefined;
  /**
   * UI message stream response of AI SDK 7 for messages that `readChatRequest` has checked. What fails after
   * it began is told in the stream.
   * @throws ApiError CHAT_UNAVAILABLE when the day's answers are used up or too many are under way
   */
  respond(messages: readonly ChatMessage[], options: StreamOptions): Promise<Response>;
  /**
   * One whole answer, for MCP's `ask`. The question has at most `longestQuestion` characters.
   * @throws ApiError INVALID_REQUEST, or CHAT_UNAVAILABLE, also when the model fails
   */
  ask(question: string, options: AnswerOptions): Promise<WholeAnswer>;
  /** Ends the answers under way, each with a part that says why, because the process ends. */
  endAnswers(): void;
};

/** What the `start` part of a streamed answer carries as `messageMetadata`, and the `finish` part once more. */
export type ChatMetadata = {
  model: string;
  notice?: string;
  /** Only at the end: false when the site's pages don't hold the answer. */
  isAnswered?: boolean;
};
