import { chatText } from '#lib/i18n/en/chat.ts';
import {
  asObject,
  asText,
  parseJsonObject,
  readAnswerStream,
  type StreamPart,
} from './read-answer-stream.ts';

/** The reason why a question was rejected. */
export type Refusal = {
  reason: 'limited' | 'unavailable' | 'refused' | 'unreachable';
  /** Shown to the visitor. */
  text: string;
  /** Unix time in milliseconds. */
  retryAt?: number;
};
type Reply = { parts: AsyncGenerator<StreamPart>; refusal?: never } | { refusal: Refusal; parts?: never };

type Options = { signal: AbortSignal; fetch?: typeof globalThis.fetch; now?: () => number };

/** Posts a conversation that ends with the question. @throws DOMException AbortError when the signal aborts */
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
    return { refusal: { reason: 'unreachable', text: chatText.unreachable } };
  }
  if (response.ok && response.body) return { parts: readAnswerStream(response.body) };
  return { refusal: await readRefusal(response, now()) };
}

async function readRefusal(response: Response, now: number): Promise<Refusal> {
  const body = await response.text().catch(() => '');
  const error = asObject(parseJsonObject(body)['error']);
  const message = asText(error['message']) || chatText.notAnswered;
  const resolution = asText(error['resolution']) || chatText.retrySoon;
  const seconds = Number(response.headers.get('Retry-After'));
  const retry = seconds > 0 ? { retryAt: now + seconds * 1000 } : {};
  // The `resolution` of these errors is for programs. Visitors see the time to wait, or the search.
  if (response.status === 429) return { reason: 'limited', text: message, ...retry };
  if (error['code'] === 'CHAT_UNAVAILABLE') return { reason: 'unavailable', text: message, ...retry };
  return { reason: 'refused', text: `${message} ${resolution}` };
}
