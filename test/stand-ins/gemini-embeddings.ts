import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** How the service behaves: correctly, or with a failure. */
type EmbeddingsMode = 'works' | 'silent' | 'broken' | 'error' | 'busy' | 'short';

export type EmbeddingsStandIn = {
  /** The value of `CHAT_BASE_URL`. */
  url: string;
  /** The requests, in order. */
  asked: { method: string; model: string; key: string; requests: EmbedRequest[] }[];
  /** Applies from the next request, or after `after` more requests. */
  setMode(mode: EmbeddingsMode, after?: number): void;
  stop(): Promise<void>;
};

type EmbedRequest = {
  content: { parts: { text: string }[] };
  taskType?: string;
  outputDimensionality?: number;
};

/**
 * A stand-in for Gemini's `embedContent` and `batchEmbedContents` on loopback. Its vectors count trigrams, so they
 * compare words, not meaning.
 */
export async function startGeminiEmbeddings({ port = 0 } = {}): Promise<EmbeddingsStandIn> {
  const asked: EmbeddingsStandIn['asked'] = [];
  let mode: EmbeddingsMode = 'works';
  let next: { mode: EmbeddingsMode; after: number } | undefined;

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [, model = '', method = ''] = /\/models\/([^:]+):(\w+)$/.exec(request.url ?? '') ?? [];
      const parsed = JSON.parse(body) as EmbedRequest & { requests?: EmbedRequest[] };
      const requests = method === 'batchEmbedContents' ? (parsed.requests ?? []) : [parsed];
      asked.push({ method, model, key: String(request.headers['x-goog-api-key']), requests });
      if (next && next.after-- <= 0) {
        mode = next.mode;
        next = undefined;
      }
      if (mode !== 'works') {
        misbehave(mode, response);
      } else if (method === 'batchEmbedContents') {
        sendJson(response, 200, { embeddings: requests.map((one) => ({ values: toValues(one) })) });
      } else if (method === 'embedContent') {
        sendJson(response, 200, { embedding: { values: toValues(parsed) } });
      } else {
        sendJson(response, 404, { error: { code: 404, message: 'no such method', status: 'NOT_FOUND' } });
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1beta`,
    asked,
    setMode: (wanted, after = 0) => (next = { mode: wanted, after }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function toValues({ content, outputDimensionality = 3072 }: EmbedRequest): number[] {
  const values = new Array<number>(outputDimensionality).fill(0);
  const letters = content.parts.map((part) => part.text.toLowerCase()).join(' ');
  for (let at = 0; at + 3 <= letters.length; at++) {
    let hash = 7;
    for (const letter of letters.slice(at, at + 3)) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
    values[hash % outputDimensionality] = (values[hash % outputDimensionality] ?? 0) + 1;
  }
  return values;
}

function sendJson(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}

function misbehave(mode: Exclude<EmbeddingsMode, 'works'>, response: ServerResponse): void {
  if (mode === 'silent') return;
  if (mode === 'broken') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"embed');
  if (mode === 'error')
    sendJson(response, 500, { error: { code: 500, message: 'inside', status: 'INTERNAL' } });
  if (mode === 'busy')
    sendJson(response, 429, { error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED' } });
  if (mode === 'short')
    sendJson(response, 200, { embeddings: [{ values: [1] }], embedding: { values: [1] } });
}
