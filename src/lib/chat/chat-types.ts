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
  /** The last user message as a standalone question. */
  question: string;
  /** Best first: at most six, about 2,000 tokens in total. Empty when none is relevant enough. */
  passages: readonly RetrievedPassage[];
};

export type Retriever = {
  /** Takes the whole conversation; its last message is the user's question. */
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
  /** False when the site's pages do not hold the answer; `answer` then says so and where to look. */
  isAnswered: boolean;
  sources: ChatSource[];
};

type AnswerOptions = {
  /** Aborts when the client disconnects; the model call then ends too. */
  signal: AbortSignal;
};

type StreamOptions = AnswerOptions & {
  /** Resolves when the connection can take more data. */
  waitForDrain?: (() => Promise<void>) | undefined;
};

/** Answers questions from the site's passages with a language model. */
export type Chat = {
  /** The configured model name, shown to visitors. */
  model: string;
  /** Shown to visitors when the model is a stub ("stand-in: quotes only"); undefined for a real model. */
  notice: string | undefined;
  /**
   * Returns a UI message stream response of AI SDK 7 for messages that `readChatRequest` has checked. Failures
   * after the start are reported as a part of the stream.
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
  /** Only in `finish`: false when the site's pages do not hold the answer. */
  isAnswered?: boolean;
};
