import type { UIMessageChunk } from 'ai';
import type { ChatMetadata } from '#lib/chat/chat-types.ts';
import {
  geminiModel,
  startGemini,
  type GeminiBehaviour,
  type GeminiStandIn,
} from '#test/stand-ins/gemini.ts';
import type { Serving } from '#test/served-site.ts';
import { newClient, serveForms, type FormsSite } from './forms-site.ts';

export type ChatSite = FormsSite & { gemini: GeminiStandIn };
export type Chunk = UIMessageChunk<ChatMetadata>;

/** Starts the server with a stub of the Gemini API, behind a local proxy. */
export async function serveChat(
  environment: NodeJS.ProcessEnv = {},
  { behaviour, ...serving }: { behaviour?: GeminiBehaviour } & Serving = {},
): Promise<ChatSite> {
  const gemini = await startGemini({ ...(behaviour && { behaviour }) });
  const settings = {
    GOOGLE_GENERATIVE_AI_API_KEY: 'a-key-of-no-use',
    CHAT_BASE_URL: gemini.url,
    CHAT_MODEL: geminiModel,
    ...environment,
  };
  const site = await serveForms(settings, serving);
  return {
    ...site,
    gemini,
    async remove() {
      await site.remove();
      await gemini.stop();
    },
  };
}

/** A question that the sample pages answer. */
export const question = 'What happens when I hand in work too late?';

export function message(text: string, more: object = {}): Record<string, unknown> {
  return { id: `m-${Math.random()}`, role: 'user', parts: [{ type: 'text', text }], ...more };
}

type PostOptions = { client?: string; headers?: Record<string, string>; signal?: AbortSignal };

/** Posts a conversation. Strings and bytes are sent unchanged. */
export function post(
  origin: string,
  body: unknown,
  { client = newClient(), headers = {}, signal }: PostOptions = {},
): Promise<Response> {
  return fetch(`${origin}/api/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

export function ask(origin: string, text = question, options: PostOptions = {}): Promise<Response> {
  return post(origin, { id: 'c', messages: [message(text)], trigger: 'submit-message' }, options);
}

/** Returns the parts of a complete stream. @throws Error for an invalid frame or a missing end */
export async function readChunks(response: Response): Promise<Chunk[]> {
  const frames = (await response.text()).split('\n\n');
  if (frames.pop() !== '') throw new Error('the stream ends within a frame');
  const data = frames.map((frame) => {
    if (!/^data: .*$/.test(frame)) throw new Error(`invalid frame: ${frame}`);
    return frame.slice(6);
  });
  if (data.pop() !== '[DONE]') throw new Error('the stream does not end with [DONE]');
  return data.map((json) => JSON.parse(json) as Chunk);
}

export function textOf(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('');
}

export function errorsOf(chunks: readonly Chunk[]): string[] {
  return chunks.flatMap((chunk) => (chunk.type === 'error' ? [chunk.errorText] : []));
}

export async function readError(response: Response) {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; resolution: string };
  };
  return { status: response.status, headers: response.headers, ...error };
}
