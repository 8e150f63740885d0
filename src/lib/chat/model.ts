import { createGoogle } from '@ai-sdk/google';
import type { LanguageModel } from 'ai';

export type ChatModel = {
  name: string;
  model: LanguageModel;
  /** Whether it reasons before it writes. */
  reasons: boolean;
  /** What a stand-in says of itself. */
  notice: string | undefined;
};

type ModelSettings = { apiKey: string; name: string; baseUrl: string | undefined };

/** A whole answer in the provider's stream has some tens of kilobytes. */
const mostBytes = 2_000_000;

export function openModel({ apiKey, name, baseUrl }: ModelSettings): ChatModel {
  const google = createGoogle({ apiKey, fetch: boundedFetch, ...(baseUrl && { baseURL: baseUrl }) });
  return {
    name,
    model: google(name),
    reasons: /^gemini-(?!1|2\.0)/.test(name),
    notice: name.startsWith('stand-in') ? 'stand-in: quotes only' : undefined,
  };
}

/** Neither sends the key on to where an answer redirects, nor reads an answer without end. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let received = 0;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > mostBytes) throw new Error('the answer is too long');
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, response);
}
