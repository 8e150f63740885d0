import { chatText } from '#lib/i18n/en/chat.ts';
import { isWebUrl, type Source } from './parse-inline.ts';
import { asObject, asText, parseJsonObject } from './read-answer-stream.ts';

/** `cut-off`: the answer ended before it was complete. */
type TurnState = 'answering' | 'complete' | 'stopped' | 'cut-off';

/** A question and its answer, as Markdown. */
export type Turn = {
  question: string;
  answer: string;
  sources: Source[];
  state: TurnState;
  /** Shown below a `cut-off` answer. */
  problem: string;
  /** Shown when the model is a stub. */
  notice: string;
};
export type Conversation = { id: string; turns: Turn[] };

export type ConversationStore = {
  load(): Conversation;
  save(conversation: Conversation): void;
};

const key = 'chat';
/** These must not exceed the limits of `POST /api/chat`. */
const maxMessages = 30;
const maxBytes = 60_000;

export function startConversation(): Conversation {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return { id: Array.from(random, (part) => part.toString(36)).join(''), turns: [] };
}

export function startTurn(question: string): Turn {
  return { question, answer: '', sources: [], state: 'answering', problem: '', notice: '' };
}

/** Returns the request body: as many of the latest answered turns as the limits allow, then the question. */
export function toRequestBody({ id, turns }: Conversation, question: string): object {
  const answered = turns.filter(({ answer }) => answer.trim() !== '');
  const ask = toMessage(`q${turns.length}`, 'user', question);
  let messages = [
    ...answered.flatMap((turn, index) => [
      toMessage(`p${index}q`, 'user', turn.question),
      toMessage(`p${index}a`, 'assistant', turn.answer),
    ]),
    ask,
  ];
  while (messages.length > maxMessages || (messages.length > 1 && byteLength(messages) > maxBytes)) {
    messages = messages.slice(2);
  }
  return { id, messages };
}

/** Stores the conversation for the tab. If storage is disabled or full, it lasts only until the page is closed. */
export function createConversationStore(storage: () => Storage): ConversationStore {
  return {
    load() {
      const stored = parseJsonObject(attempt(() => storage().getItem(key)) ?? '');
      const turns = Array.isArray(stored['turns']) ? stored['turns'].map(readTurn) : [];
      const id = asText(stored['id']);
      return id === '' ? startConversation() : { id, turns: turns.filter(({ question }) => question !== '') };
    },
    save(conversation) {
      attempt(() => {
        if (conversation.turns.length === 0) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(conversation));
      });
    },
  };
}

/** Reads a stored turn. A turn that was still being answered becomes `cut-off`. */
function readTurn(value: unknown): Turn {
  const turn = asObject(value);
  const state = (['complete', 'stopped'] as const).find((final) => final === turn['state']) ?? 'cut-off';
  return {
    question: asText(turn['question']),
    answer: asText(turn['answer']),
    sources: Array.isArray(turn['sources'])
      ? turn['sources'].flatMap((source) => readSource(source) ?? [])
      : [],
    state,
    problem: asText(turn['problem']) || (state === 'cut-off' ? chatText.cutOff : ''),
    notice: asText(turn['notice']),
  };
}

function readSource(value: unknown): Source | undefined {
  const source = asObject(value);
  const url = asText(source['url']);
  if (!URL.canParse(url) || !isWebUrl(new URL(url))) return undefined;
  return { number: Number(source['number']), url, title: asText(source['title']) || url };
}

function toMessage(id: string, role: 'user' | 'assistant', text: string) {
  return { id, role, parts: [{ type: 'text', text }] };
}

function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Browsers throw when storage is disabled or full. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
