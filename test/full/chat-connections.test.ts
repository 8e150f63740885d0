import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { processOf } from '#test/served-site.ts';
import type { LogLine } from '#test/collected-log.ts';
import type { GeminiBehaviour } from '#test/stand-ins/gemini.ts';
import { startRedis } from '#test/stand-ins/redis.ts';
import {
  ask,
  errorsOf,
  message,
  question,
  readChunks,
  readError,
  serveChat,
  type ChatSite,
} from '#test/http/chat-site.ts';
import { eventually, newClient } from '#test/http/forms-site.ts';

let site: ChatSite;

beforeAll(async () => {
  site = await serveChat({}, { asProcess: true });
});

afterAll(async () => {
  await site.remove();
});

/** Sets the stub's behaviour, clears its recorded requests, and returns a function that reads later log lines. */
function behave(behaviour: GeminiBehaviour): { troubles: () => LogLine[] } {
  site.gemini.behave(behaviour);
  site.gemini.requests.length = 0;
  const before = site.output().length;
  return { troubles: () => site.troubles(before) };
}

async function serveOnce(...options: Parameters<typeof serveChat>): Promise<ChatSite> {
  const site = await serveChat(...options);
  onTestFinished(() => site.remove());
  return site;
}

/** Reads until the first text. */
async function readToText(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  while (!received.includes('text-delta')) received += (await reader.read()).value ?? '';
  return { reader, received };
}

/** Sends a question without reading the answer. */
function askAndNotRead(origin: string): Socket {
  const { port } = new URL(origin);
  const body = JSON.stringify({ messages: [message(question)] });
  const socket = connect(Number(port), 'localhost').on('error', () => undefined);
  socket.pause();
  socket.write(
    `POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `X-Forwarded-For: ${newClient()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

/** Resident memory of the server, in megabytes. */
function memoryOf(site: ChatSite): number {
  const status = readFileSync(`/proc/${processOf(site).pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test('sources arrive before the model’s text, and a disconnect aborts the model call', async () => {
  const { troubles } = behave('slow');
  const controller = new AbortController();

  const started = performance.now();
  const response = await ask(site.origin, question, { signal: controller.signal });
  const { received } = await readToText(response);
  const textAfter = performance.now() - started;
  controller.abort();

  expect(received.indexOf('source-url')).toBeLessThan(received.indexOf('text-delta'));
  expect(textAfter).toBeGreaterThan(site.gemini.delays.first);
  await eventually(() => site.gemini.requests[0]?.isAborted || undefined);
  expect(troubles()).toEqual([]);
});

test('a disconnect before the model’s first text aborts the model call', async () => {
  const { troubles } = behave('silent');
  const socket = askAndNotRead(site.origin);
  await eventually(() => site.gemini.requests[0]);

  socket.destroy();

  await eventually(() => site.gemini.requests[0]?.isAborted || undefined);
  expect(troubles()).toEqual([]);
});

test('a model that disconnects mid-answer gives an error part, and the next answer works', async () => {
  behave('slow');
  const response = await ask(site.origin);
  const whole = readChunks(response);
  await eventually(() => site.gemini.requests[0]);
  await new Promise((resolve) => setTimeout(resolve, site.gemini.delays.first + 150));

  site.gemini.hangUp();

  expect(errorsOf(await whole)).toHaveLength(1);
  site.gemini.behave('quotes');
  const next = await readChunks(await ask(site.origin));
  expect(errorsOf(next)).toEqual([]);
});

test('clients that do not read make neither memory nor the output of the model grow without limit', async () => {
  behave('floods');
  for (let count = 0; count < 20; count += 1) await readChunks(await ask(site.origin));
  const before = memoryOf(site);

  const sockets = Array.from({ length: 60 }, () => askAndNotRead(site.origin));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await eventually(() => site.gemini.requests.length >= 80 || undefined);
  await eventually(() => site.gemini.requests.every(({ isAborted }) => isAborted) || undefined);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const settled = memoryOf(site);
  await new Promise((resolve) => setTimeout(resolve, 1500));

  // Garbage collection differs between runs; unlimited output would take gigabytes.
  expect(settled - before).toBeLessThan(200);
  expect(memoryOf(site) - settled).toBeLessThan(20);
  for (const { bytesWritten } of site.gemini.requests) expect(bytesWritten).toBeLessThan(5_000_000);
  expect((await fetch(`${site.origin}/api/health`)).status).toBe(200);
});

test('at capacity, POST /api/chat returns 503 until an answer ends', async () => {
  const usual = { ...site.gemini.delays };
  onTestFinished(() => void Object.assign(site.gemini.delays, usual));
  // The server ends the answer of a silent model after 15 s, in which a busy machine may not open all of them.
  Object.assign(site.gemini.delays, { first: 1_000, between: 5_000 });
  behave('slow');
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const open = await Promise.all(
    Array.from({ length: 250 }, () => ask(site.origin, question, { signal: controller.signal })),
  );

  const error = await readError(await ask(site.origin));

  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  expect([error.status, error.code, error.headers.get('retry-after')]).toEqual([
    503,
    'CHAT_UNAVAILABLE',
    '10',
  ]);
  controller.abort();
  await eventually(async () => {
    const next = await ask(site.origin);
    await next.body?.cancel();
    return next.status === 200 || undefined;
  });
});

test('the daily limit survives a restart and does not count questions without a model call', async () => {
  const first = await serveOnce({ CHAT_DAILY_LIMIT: '2' });
  await readChunks(await ask(first.origin));
  for (let count = 0; count < 3; count += 1) await readChunks(await ask(first.origin, 'xyzzy plugh'));
  await first.stop();
  const unanswered = await first.read('select kind, text, count from insights');
  const again = await serveOnce({ CHAT_DAILY_LIMIT: '2', DATA_DIR: first.dataDir });

  const second = await ask(again.origin);
  await readChunks(second);
  const third = await readError(await ask(again.origin));
  const noModel = await ask(again.origin, 'xyzzy plugh');
  await readChunks(noModel);

  expect(unanswered).toEqual([{ kind: 'question', text: 'xyzzy plugh', count: 3 }]);
  expect([second.status, third.status, noModel.status]).toEqual([200, 503, 200]);
  expect(third.code).toBe('CHAT_UNAVAILABLE');
  expect(third.resolution).toContain('/api/search');
  const seconds = Number(third.headers.get('retry-after'));
  expect(seconds >= 1 && seconds <= 25 * 3600).toBe(true);
  expect(again.gemini.requests).toHaveLength(1);
});

test('two instances share the daily limit', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const environment = { REDIS_URL: redis.url, CHAT_DAILY_LIMIT: '5' };
  const sites = await Promise.all([serveOnce(environment), serveOnce(environment)]);

  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(sites[index % 2]!.origin)));

  const statuses = answers.map(({ status }) => status);
  await Promise.all(answers.map((answer) => answer.text()));
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 503)).toHaveLength(7);
  expect(sites.reduce((sum, { gemini }) => sum + gemini.requests.length, 0)).toBe(5);
});
