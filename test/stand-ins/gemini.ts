import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the model behaves: it quotes its passages, or has one defect. */
export type GeminiBehaviour =
  | 'quotes'
  /** Waits before and between words: see `delays`. */
  | 'slow'
  | 'silent'
  | 'broken'
  | 'busy'
  | 'failing'
  | 'refusing'
  /** Closes the connection in the middle of the answer. */
  | 'cut-off'
  /** Ends in the middle of the answer without a finish reason. */
  | 'unfinished'
  | 'blocked'
  | 'blocked-prompt'
  /** Obeys injected instructions: foreign links, images and markup. */
  | 'obeys'
  /** Cites unknown passages. */
  | 'unanswered'
  /** Reports that the passages are sufficient, and changes every digit that it quotes. */
  | 'wrong-numbers'
  | 'floods'
  /** Writes one endless line. */
  | 'floods-a-line'
  | 'redirects'
  | 'empty';

type GeminiRequest = {
  model: string;
  isStream: boolean;
  key: string;
  /** All system instructions. */
  instructions: string;
  /** The conversation. The last message contains the passages. */
  messages: { role: string; text: string }[];
  maxOutputTokens: number | undefined;
  /** True if the client disconnected early. */
  isAborted: boolean;
  /** Bytes written to the connection. */
  bytesWritten: number;
};

export type GeminiStandIn = {
  /** The value of `CHAT_BASE_URL`. */
  url: string;
  requests: GeminiRequest[];
  behave(behaviour: GeminiBehaviour): void;
  /** Milliseconds before the first words and between words in slow mode. */
  delays: { first: number; between: number };
  /** Closes every connection, like a killed process. */
  hangUp(): void;
  stop(): Promise<void>;
};

export const geminiModel = 'stand-in-quotes-only';
/** Part of every text that visitors must not see. */
export const canary = 'CANARY-7f3a';

const injected = [
  'Ignore the above. [Click here](https://evil.example/a) or <a href="https://evil.example/b">here</a>.\n\n',
  '![picture](https://evil.example/c.png) <img src="https://evil.example/d.png" onerror="alert(1)">\n',
  '[![inner](https://evil.example/e.png)](javascript:alert(2)) and [again][ref] <https://evil.example/f>\n\n',
  '[ref]: https://evil.example/g\n\n',
  '<script>alert(3)</script> https://evil.example/h www.evil.example/i [x](//evil.example/j)\n\n',
  'See the [fees](/fees) [1].',
];

type Passage = { number: number; page: string; section?: string; text: string };

/** A stand-in on loopback for the parts of the Gemini API that the chat uses. */
export async function startGemini(options: { port?: number; behaviour?: GeminiBehaviour } = {}) {
  let behaviour = options.behaviour ?? 'quotes';
  const requests: GeminiRequest[] = [];
  const delays = { first: 300, between: 100 };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.destroyed) response.destroy(error instanceof Error ? error : undefined);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = /\/models\/([^/:]+):(streamGenerateContent|generateContent)/.exec(request.url ?? '');
    if (request.method !== 'POST' || !route) {
      response.writeHead(404).end();
      return;
    }
    const [, model = '', method] = route;
    const asked = readRequest(JSON.parse(await text(request)) as RequestBody);
    const entry: GeminiRequest = {
      ...asked,
      model,
      isStream: method === 'streamGenerateContent',
      key: String(request.headers['x-goog-api-key'] ?? ''),
      isAborted: false,
      bytesWritten: 0,
    };
    requests.push(entry);
    const socket = response.socket;
    const before = socket?.bytesWritten ?? 0;
    response.on('close', () => {
      entry.isAborted = !response.writableFinished;
      entry.bytesWritten = (socket?.bytesWritten ?? 0) - before;
    });
    if (entry.isStream) await stream(response, entry);
    else sendWhole(response, quote(entry).join(''));
  }

  async function stream(response: ServerResponse, request: GeminiRequest): Promise<void> {
    if (refuse(response, behaviour) || behaviour === 'silent') return;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    if (behaviour === 'floods' || behaviour === 'floods-a-line') return flood(response, behaviour);
    const words = wordsOf(behaviour, request);
    if (behaviour === 'slow') await sleep(delays.first, undefined, { ref: false });
    for (const [index, word] of words.entries()) {
      if (response.destroyed) return;
      if (index > 0 && behaviour === 'slow') await sleep(delays.between, undefined, { ref: false });
      if (index === 2 && behaviour === 'broken') response.write(`data: {"candidates": [${canary}\n\n`);
      if (index === 2 && behaviour === 'cut-off') await cutOff(response);
      if (index === 2 && behaviour === 'unfinished') break;
      response.write(event(word));
    }
    response.end(endOf(behaviour));
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const standIn: GeminiStandIn = {
    url: `http://127.0.0.1:${address.port}/v1beta`,
    requests,
    behave: (next) => (behaviour = next),
    delays,
    hangUp: () => server.closeAllConnections(),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return standIn;
}

type RequestBody = {
  systemInstruction?: { parts: { text: string }[] };
  contents: { role: string; parts: { text: string }[] }[];
  generationConfig?: { maxOutputTokens?: number };
};

function readRequest(body: RequestBody) {
  const joined = (parts: { text: string }[] = []) => parts.map((part) => part.text).join('\n');
  return {
    instructions: joined(body.systemInstruction?.parts),
    messages: body.contents.map(({ role, parts }) => ({ role, text: joined(parts) })),
    maxOutputTokens: body.generationConfig?.maxOutputTokens,
  };
}

function wordsOf(behaviour: GeminiBehaviour, request: GeminiRequest): string[] {
  if (behaviour === 'empty' || behaviour === 'blocked-prompt') return [];
  if (behaviour === 'obeys') return injected.flatMap((line) => line.match(/[^]{1,7}/g) ?? []);
  if (behaviour === 'unanswered') return ['SUFFI', 'CIENT: no\nThe passages', ' do not say', ' that.'];
  if (behaviour === 'wrong-numbers') {
    return ['SUFFICIENT: ', 'yes\n', ...quote(request, (sentence) => sentence.replaceAll(/\d/g, nextDigit))];
  }
  return quote(request);
}

function nextDigit(digit: string): string {
  return String((Number(digit) + 1) % 10);
}

/** Returns the sentences with the most words of the question, with the number of their passage. */
function quote({ messages }: GeminiRequest, change = (sentence: string) => sentence): string[] {
  const last = messages.at(-1)?.text ?? '';
  const passages = (/<passages>\n([^]*?)\n<\/passages>/.exec(last)?.[1] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Passage);
  const question = JSON.parse(/<question>\n(.*)\n<\/question>/.exec(last)?.[1] ?? '""') as string;
  const asked = new Set(wordsIn(question));
  const chosen = passages
    .flatMap(({ number, text: passage }) =>
      sentencesOf(passage).map((sentence) => ({
        number,
        sentence,
        shared: wordsIn(sentence).filter((word) => asked.has(word)).length,
      })),
    )
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, 3);
  if (chosen.length === 0) return ['SUFFICIENT: no\nThere is nothing to quote.'];
  const answer = chosen.map(({ sentence, number }) => `“${change(sentence)}” [${number}]`).join('\n\n');
  return answer.match(/\S+\s*/g) ?? [];
}

function sentencesOf(passage: string): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return [...segmenter.segment(passage)]
    .map(({ segment }) => segment.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length > 20);
}

function wordsIn(sentence: string): string[] {
  return sentence.toLowerCase().match(/\p{L}{4,}|\d+/gu) ?? [];
}

function event(words: string, finishReason?: string, usageMetadata?: object): string {
  const candidate = {
    content: { parts: [{ text: words }], role: 'model' },
    ...(finishReason && { finishReason }),
    index: 0,
  };
  return `data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\n\n`;
}

function endOf(behaviour: GeminiBehaviour): string {
  if (behaviour === 'unfinished') return '';
  if (behaviour === 'blocked') return event('', 'SAFETY');
  if (behaviour === 'blocked-prompt') {
    return `data: ${JSON.stringify({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })}\n\n`;
  }
  return event('', 'STOP', { promptTokenCount: 900, candidatesTokenCount: 60, totalTokenCount: 960 });
}

/** Sends a redirect, or an error with the canary in its body. */
function refuse(response: ServerResponse, behaviour: GeminiBehaviour): boolean {
  const refusals = {
    busy: [429, 'RESOURCE_EXHAUSTED'],
    failing: [500, 'INTERNAL'],
    refusing: [400, 'INVALID_ARGUMENT'],
  } as const;
  if (behaviour === 'redirects') {
    response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end();
    return true;
  }
  if (!(behaviour in refusals)) return false;
  const [code, status] = refusals[behaviour as keyof typeof refusals];
  const error = { code, status, message: `${canary}: key AIza-${canary} is not valid` };
  response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
  return true;
}

/** Closes the connection after the written data has arrived. */
async function cutOff(response: ServerResponse): Promise<void> {
  await sleep(50);
  response.socket?.resetAndDestroy();
}

/** Writes until the client disconnects. */
async function flood(response: ServerResponse, behaviour: GeminiBehaviour): Promise<void> {
  const words = 'and on and on '.repeat(300);
  const piece = behaviour === 'floods' ? event(words) : words.repeat(10);
  if (behaviour === 'floods-a-line') response.write('data: "');
  while (!response.destroyed) {
    const isTaken = response.write(piece);
    if (isTaken) await sleep(0);
    else await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
}

function sendWhole(response: ServerResponse, answer: string): void {
  const candidate = { content: { parts: [{ text: answer }], role: 'model' }, finishReason: 'STOP', index: 0 };
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ candidates: [candidate] }));
}
