import { objectOf, parseObject, readAnswer, textOf, type AnswerPart } from './read-answer.ts';

/** Why a question got no answer at all, in words for a person. */
export type Refusal = {
  reason: 'limited' | 'unavailable' | 'refused' | 'unreachable';
  text: string;
  /** When asking again makes sense, in Unix milliseconds. */
  retryAt?: number;
};
export type Reply =
  { parts: AsyncGenerator<AnswerPart>; refusal?: never } | { refusal: Refusal; parts?: never };

type Options = { signal: AbortSignal; fetch?: typeof globalThis.fetch; now?: () => number };

const unreachable: Refusal = {
  reason: 'unreachable',
  text: 'The site could not be reached. Your question is still here: check your connection, then send it again.',
};

/**
 * Posts a conversation whose last message is the question.
 * @throws what `fetch` throws when the signal is aborted
 */
export async function sendQuestion(body: object, options: Options): Promise<Reply> {
  const { signal, fetch = globalThis.fetch, now = Date.now } = options;
  let response: Response;
  try {
    response = await fetch('/api/chat', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream, application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { refusal: unreachable };
  }
  if (response.ok && response.body) return { parts: readAnswer(response.body) };
  return { refusal: await readRefusal(response, now()) };
}

async function readRefusal(response: Response, now: number): Promise<Refusal> {
  const body = await response.text().catch(() => '');
  const error = objectOf(parseObject(body)['error']);
  const message = textOf(error['message']) || 'The question could not be answered.';
  const resolution = textOf(error['resolution']) || 'Try again in a moment.';
  const seconds = Number(response.headers.get('Retry-After'));
  const again = seconds > 0 ? { retryAt: now + seconds * 1000 } : {};
  // The resolutions of these are for programs; people are told when to ask again, or get the search itself.
  if (response.status === 429) return { reason: 'limited', text: message, ...again };
  if (error['code'] === 'CHAT_UNAVAILABLE') return { reason: 'unavailable', text: message, ...again };
  return { reason: 'refused', text: `${message} ${resolution}` };
}
