import { createGoogle } from '@ai-sdk/google';
import type { LanguageModel } from 'ai';

export type ChatModel = {
  name: string;
  model: LanguageModel;
  /** Whether it reasons before it answers. */
  hasReasoning: boolean;
  /** Shown to visitors when the model is a stub. */
  notice: string | undefined;
};

type ModelSettings = { apiKey: string; name: string; baseUrl: string | undefined };

/** A complete answer needs tens of kilobytes of the provider's stream. */
const maxResponseBytes = 2_000_000;

export function openModel({ apiKey, name, baseUrl }: ModelSettings): ChatModel {
  const google = createGoogle({ apiKey, fetch: boundedFetch, ...(baseUrl && { baseURL: baseUrl }) });
  return {
    name,
    model: google(name),
    hasReasoning: /^gemini-(?!1|2\.0)/.test(name),
    notice: name.startsWith('stand-in') ? 'stand-in: quotes only' : undefined,
  };
}

/** Rejects redirects, which would forward the API key, and responses over the size limit. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let receivedBytes = 0;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        receivedBytes += chunk.byteLength;
        if (receivedBytes > maxResponseBytes) throw new Error('the response is too large');
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, response);
}
