import { isWebAddress, type Source } from './parse-inline.ts';
import { objectOf, parseObject, textOf } from './read-answer.ts';

/** How far an answer came: `cut-off` ended before it was whole. */
export type TurnState = 'answering' | 'complete' | 'stopped' | 'cut-off';

/** A question and what came as its answer, as Markdown. */
export type Turn = {
  question: string;
  answer: string;
  sources: Source[];
  state: TurnState;
  /** What to say of a `cut-off` answer. */
  problem: string;
  /** What a stand-in for a model says of itself. */
  notice: string;
};
export type Conversation = { id: string; turns: Turn[] };

export type ConversationStore = {
  load(): Conversation;
  save(conversation: Conversation): void;
};

const key = 'chat';
const mostMessages = 30;
const mostBytes = 60_000;

export const longestQuestion = 2_000;
export const cutOff = 'The connection ended before the answer was whole.';

export function startConversation(): Conversation {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return { id: Array.from(random, (part) => part.toString(36)).join(''), turns: [] };
}

export function startTurn(question: string): Turn {
  return { question, answer: '', sources: [], state: 'answering', problem: '', notice: '' };
}

/**
 * What is posted to ask `question` after these turns: the answered ones as far back as the API's limits on
 * messages and bytes allow.
 */
export function requestOf({ id, turns }: Conversation, question: string): object {
  const pairs = turns.filter(({ answer }) => answer.trim() !== '');
  const ask = messageOf(`q${turns.length}`, 'user', question);
  let messages = [
    ...pairs.flatMap((turn, index) => [
      messageOf(`p${index}q`, 'user', turn.question),
      messageOf(`p${index}a`, 'assistant', turn.answer),
    ]),
    ask,
  ];
  while (messages.length > mostMessages || (messages.length > 1 && bytesOf(messages) > mostBytes)) {
    messages = messages.slice(2);
  }
  return { id, messages };
}

/**
 * Keeps the conversation in the tab. A browser that keeps nothing, or has no room, loses it with the page, and
 * nothing else.
 */
export function createConversationStore(storage: () => Storage): ConversationStore {
  return {
    load() {
      const kept = parseObject(attempt(() => storage().getItem(key)) ?? '');
      const turns = Array.isArray(kept['turns']) ? kept['turns'].map(readTurn) : [];
      const id = textOf(kept['id']);
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

/** What was still being answered when its page was left has ended there. */
function readTurn(value: unknown): Turn {
  const turn = objectOf(value);
  const state = (['complete', 'stopped'] as const).find((known) => known === turn['state']) ?? 'cut-off';
  return {
    question: textOf(turn['question']),
    answer: textOf(turn['answer']),
    sources: Array.isArray(turn['sources'])
      ? turn['sources'].flatMap((source) => readSource(source) ?? [])
      : [],
    state,
    problem: textOf(turn['problem']) || (state === 'cut-off' ? cutOff : ''),
    notice: textOf(turn['notice']),
  };
}

function readSource(value: unknown): Source | undefined {
  const source = objectOf(value);
  const url = textOf(source['url']);
  if (!URL.canParse(url) || !isWebAddress(new URL(url))) return undefined;
  return { number: Number(source['number']), url, title: textOf(source['title']) || url };
}

function messageOf(id: string, role: 'user' | 'assistant', text: string) {
  return { id, role, parts: [{ type: 'text', text }] };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Browsers refuse storage by throwing. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
