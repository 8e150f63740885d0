import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { answerQuestion } from './answer-question.ts';
import { chatText } from '#lib/i18n/en/chat.ts';
import { startTurn, type Turn } from './conversation.ts';
import { sendQuestion, type Refusal } from './send-question.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server and returns a `fetch` for it. */
async function serve(answer: RequestListener): Promise<typeof fetch> {
  const server = createServer(answer).listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => server.close().closeAllConnections());
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return (path, options) => fetch(new URL(path as string, origin), options);
}

const frame = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const beginning =
  frame({ type: 'start', messageMetadata: { model: 'm', notice: 'stand-in' } }) +
  frame({
    type: 'source-url',
    sourceId: '1',
    url: 'https://site.example/fees#paying',
    title: 'Fees: Paying',
  }) +
  frame({ type: 'text-start', id: 'a' }) +
  frame({ type: 'text-delta', id: 'a', delta: 'Pay in thirds – ' });
const ending =
  frame({ type: 'text-delta', id: 'a', delta: 'interest-free [1].' }) +
  frame({ type: 'text-end', id: 'a' }) +
  frame({ type: 'finish' }) +
  'data: [DONE]\n\n';

async function ask(
  fetch: typeof globalThis.fetch,
  {
    stop = new AbortController(),
    onChange = () => undefined,
  }: { stop?: AbortController; onChange?: () => void } = {},
): Promise<{ turn: Turn; refusal: Refusal | undefined }> {
  const turn = startTurn('How do I pay?');
  const refusal = await answerQuestion(turn, { body: {}, stop: stop.signal, onChange, fetch });
  return { turn, refusal };
}

test('answerQuestion writes a complete answer from chunks of 7 bytes', async () => {
  const bytes = Buffer.from((beginning + ending).replaceAll('\n', '\r\n'));
  const fetch = await serve((_request, response) => {
    const writeFrom = (at: number) => {
      if (at >= bytes.length) return void response.end();
      response.write(bytes.subarray(at, at + 7));
      setImmediate(writeFrom, at + 7);
    };
    writeFrom(0);
  });

  const { turn, refusal } = await ask(fetch);

  expect(refusal).toBeUndefined();
  expect(turn).toEqual({
    question: 'How do I pay?',
    answer: 'Pay in thirds – interest-free [1].',
    sources: [{ number: 1, url: 'https://site.example/fees#paying', title: 'Fees: Paying' }],
    state: 'complete',
    problem: '',
    notice: 'stand-in',
  });
});

test('unknown parts, comments and invalid frames are ignored', async () => {
  const noise = ': hello\n\nevent: x\ndata: {"type":"data-new","x":1}\n\ndata: {"type":\n\ndata: 7\n\n';
  const fetch = await serve((_request, response) => response.end(noise + beginning + noise + ending));

  const { turn } = await ask(fetch);

  expect(turn).toMatchObject({ state: 'complete', answer: 'Pay in thirds – interest-free [1].' });
});

test('sources without an http or https URL are omitted', async () => {
  const sources = ['javascript:alert(1)', '/fees', 'ftp://x.example/', 7].map((url, index) =>
    frame({ type: 'source-url', sourceId: String(index + 2), url, title: 'x' }),
  );
  const fetch = await serve((_request, response) => response.end(beginning + sources.join('') + ending));

  const { turn } = await ask(fetch);

  expect(turn.sources.map(({ number }) => number)).toEqual([1]);
});

test('an answer keeps its text and is marked as cut off when the connection ends early', async () => {
  const cleanly = await serve((_request, response) => response.end(beginning));
  const roughly = await serve((_request, response) => {
    response.write(beginning, () => response.destroy());
  });

  for (const fetch of [cleanly, roughly]) {
    const { turn } = await ask(fetch);
    expect(turn).toMatchObject({ state: 'cut-off', answer: 'Pay in thirds – ', problem: chatText.cutOff });
  }
});

test('an error part marks the answer as cut off, with its message', async () => {
  const failed = frame({ type: 'error', errorText: 'The model is unavailable.' }) + 'data: [DONE]\n\n';
  const fetch = await serve((_request, response) => response.end(beginning + failed));

  const { turn } = await ask(fetch);

  expect(turn).toMatchObject({
    state: 'cut-off',
    answer: 'Pay in thirds – ',
    problem: 'The model is unavailable.',
  });
});

test('an answer without text is marked as cut off, with a message', async () => {
  const fetch = await serve((_request, response) =>
    response.end(frame({ type: 'start' }) + frame({ type: 'finish' }) + 'data: [DONE]\n\n'),
  );

  const { turn } = await ask(fetch);

  expect(turn.state).toBe('cut-off');
  expect(turn.problem).not.toBe('');
});

test('stopping closes the connection and keeps the text so far', async () => {
  const stop = new AbortController();
  let closed: Promise<unknown> | undefined;
  const fetch = await serve((_request, response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    response.write(beginning);
  });
  const onChange = () => {
    if (turnHasText()) stop.abort();
  };
  let changes = 0;
  const turnHasText = () => (changes += 1) >= 4;

  const { turn } = await ask(fetch, { stop, onChange });

  expect(turn).toMatchObject({ state: 'stopped', answer: 'Pay in thirds – ' });
  await closed;
});

test.each([
  [
    429,
    { code: 'RATE_LIMITED', message: 'Too many.', resolution: 'Wait.' },
    { reason: 'limited', text: 'Too many.', retryAt: 1_000_000 + 90_000 },
  ],
  [
    503,
    { code: 'CHAT_UNAVAILABLE', message: 'No model.', resolution: 'Use /api/search.' },
    { reason: 'unavailable', text: 'No model.', retryAt: 1_000_000 + 90_000 },
  ],
  [
    400,
    { code: 'INVALID_REQUEST', message: 'Too long.', resolution: 'Ask in fewer words.' },
    { reason: 'refused', text: 'Too long. Ask in fewer words.' },
  ],
] as const)('a %i response becomes a refusal with a message', async (status, error, refusal) => {
  const fetch = await serve((_request, response) =>
    response.writeHead(status, { 'Retry-After': '90' }).end(JSON.stringify({ error })),
  );

  const reply = await sendQuestion({}, { signal: AbortSignal.timeout(5_000), fetch, now: () => 1_000_000 });

  expect(reply.refusal).toEqual(refusal);
});

test('a non-JSON error and a failed connection are returned as refusals', async () => {
  const odd = await serve((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  const gone: typeof fetch = () => Promise.reject(new TypeError('fetch failed'));

  expect((await ask(odd)).refusal?.reason).toBe('refused');
  expect((await ask(gone)).refusal?.reason).toBe('unreachable');
});
