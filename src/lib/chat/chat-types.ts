/** One message of a conversation, as plain text. */
export type ChatMessage = Readonly<{ role: 'user' | 'assistant'; text: string }>;

/** A section of a published page that may answer the question. */
export type RetrievedPassage = {
  /** Absolute, with the section's anchor if it has one. */
  url: string;
  path: string;
  anchor: string;
  /** The page's title. */
  title: string;
  /** The section's heading; empty for text before a page's first heading. */
  heading: string;
  type: string;
  /** Plain text, cut at the end of a sentence if it is too long. */
  text: string;
};

export type Retrieved = {
  /** The user messages of the conversation, joined. */
  question: string;
  /** Best first: at most ten, about 2,500 tokens in total. Empty if none is relevant. */
  passages: readonly RetrievedPassage[];
};

export type Retriever = {
  /** @param messages the whole conversation; the last message is the question */
  retrieve(messages: readonly ChatMessage[]): Promise<Retrieved>;
};

/** A passage that an answer can cite as `[number]`. */
export type ChatSource = {
  /** From 1, in the order of the stream's `source-url` parts. */
  number: number;
  /** Absolute URL on this site, with the section's anchor. */
  url: string;
  /** `Page: section` */
  title: string;
};

export type WholeAnswer = {
  /** Markdown with `[1]`-style citations of `sources`. */
  answer: string;
  /** False when the site's pages do not contain the answer; `answer` then says so and suggests where to look. */
  isAnswered: boolean;
  sources: ChatSource[];
};

type AnswerOptions = {
  /** Aborts when the client disconnects, and aborts the model call with it. */
  signal: AbortSignal;
};

type StreamOptions = AnswerOptions & {
  /** Resolves when the connection can accept more data. */
  waitForDrain?: (() => Promise<void>) | undefined;
};

/** Answers questions from the site's passages with a language model. */
export type Chat = {
  /** The configured model name, shown to visitors. */
  model: string;
  /** Shown to visitors when the model is a stub ("stand-in: quotes only"); undefined for a real model. */
  notice: string | undefined;
  /**
   * Returns a UI message stream response of AI SDK 7 for messages from `readChatRequest`. Failures after the start
   * are sent as an error part of the stream.
   * @throws ApiError CHAT_UNAVAILABLE over the daily limit or at capacity
   */
  respond(messages: readonly ChatMessage[], options: StreamOptions): Promise<Response>;
  /**
   * Returns one complete answer, for MCP's `ask`.
   * @throws ApiError INVALID_REQUEST, or CHAT_UNAVAILABLE, also when the model fails
   */
  ask(question: string, options: AnswerOptions): Promise<WholeAnswer>;
  /** Ends the answers in progress, each with an error part, because the process shuts down. */
  endAnswers(): void;
};

/** The `messageMetadata` of a streamed answer's `start` and `finish` parts. */
export type ChatMetadata = {
  model: string;
  notice?: string;
  /** Only in `finish`: false when the site's pages do not contain the answer. */
  isAnswered?: boolean;
};
