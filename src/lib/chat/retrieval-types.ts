/** One message of the conversation, as plain text. */
export type ChatTurn = { role: 'user' | 'assistant'; text: string };

/** A section of a published page that may answer the question. */
export type RetrievedPassage = {
  /** Absolute, with the section's anchor where it has one. */
  url: string;
  path: string;
  anchor: string;
  /** Of the page. */
  title: string;
  /** Of the section; empty for what stands before a page's first heading. */
  heading: string;
  type: string;
  /** Plain text, cut at a sentence where the whole is too long. */
  text: string;
};

export type Retrieved = {
  /** The last user message as it stands alone, with what a follow-up left out put back. */
  question: string;
  /** Most useful first; at most six and about 2,000 tokens in all. Empty when nothing is relevant enough. */
  passages: readonly RetrievedPassage[];
};

export type Retriever = {
  /** `turns` is the conversation so far, the last one from the user. */
  retrieve(turns: readonly ChatTurn[]): Promise<Retrieved>;
};
