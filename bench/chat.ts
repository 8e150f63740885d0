import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { geminiModel, startGemini, type GeminiBehaviour } from '#test/stand-ins/gemini.ts';
import { serveSite } from '#test/served-site.ts';
import { readQuestions } from './retrieval-questions.ts';

/**
 * The chat of the build in `dist` with a stand-in model: time until the sources arrive, and memory of many parallel
 * answers, read or not.
 */
const rounds = 3;
const streams = 200;

const questions = readQuestions('site')
  .filter(({ kind }) => kind === 'plain')
  .map(({ turns }) => turns.at(-1)?.text ?? '');
const gemini = await startGemini();
const dataDir = await mkdtemp(join(tmpdir(), 'bench-chat-'));
const site = await serveSite('dist', {
  DATA_DIR: dataDir,
  TRUSTED_PROXIES: 'loopback',
  GOOGLE_GENERATIVE_AI_API_KEY: 'none',
  CHAT_BASE_URL: gemini.url,
  CHAT_MODEL: geminiModel,
});
const { port } = new URL(site.origin);
const agent = new Agent({ keepAlive: true, maxSockets: streams });
let clients = 0;

try {
  await measureWaits();
  await measureStreams('slow');
  await measureStreams('floods');
  await measureUnread();
} finally {
  agent.destroy();
  await site.stop();
  await gemini.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measureWaits(): Promise<void> {
  for (const question of questions) await ask(question);
  const waits: number[] = [];
  const wholes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const question of questions) {
      const { toSource, whole } = await ask(question);
      waits.push(toSource);
      wholes.push(whole);
    }
  }
  const floor: number[] = [];
  for (let count = 0; count < 100; count += 1) {
    const start = performance.now();
    await (await fetch(`${site.origin}/api/health`)).text();
    floor.push(performance.now() - start);
  }
  console.log(
    `an answer that takes no work (/api/health): p50 ${at(floor, 0.5)} ms, p99 ${at(floor, 0.99)} ms`,
  );
  console.log(
    `${waits.length} questions one after the other: first source after p50 ${at(waits, 0.5)} ms, p99 ${at(waits, 0.99)} ms; ` +
      `whole answer of the stand-in after p50 ${at(wholes, 0.5)} ms, p99 ${at(wholes, 0.99)} ms`,
  );
}

/** Parallel answers, read at once. */
async function measureStreams(behaviour: GeminiBehaviour): Promise<void> {
  gemini.behave(behaviour);
  const before = memory();
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, memory())), 50);
  const answers = await Promise.all(
    Array.from({ length: streams }, (_, index) => ask(questions[index % questions.length] ?? '')),
  );
  clearInterval(watch);
  await sleep(500);
  console.log(
    `${streams} answers at once (model ${behaviour}): ${before} MB before, ${highest} MB at most, ${memory()} MB after; ` +
      `first source after p50 ${at(
        answers.map(({ toSource }) => toSource),
        0.5,
      )} ms`,
  );
}

/** Parallel endless answers that no client reads. */
async function measureUnread(): Promise<void> {
  gemini.behave('floods');
  gemini.requests.length = 0;
  const before = memory();
  const sockets = Array.from({ length: streams }, (_, index) => {
    const body = bodyOf(questions[index % questions.length] ?? '');
    const socket = connect(Number(port), 'localhost').on('error', () => undefined);
    socket.pause();
    socket.write(
      `POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `X-Forwarded-For: ${client()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return socket;
  });
  const seen: number[] = [];
  for (let second = 0; second < 10; second += 1) {
    await sleep(1000);
    seen.push(memory());
  }
  const open = gemini.requests.filter(({ isAborted }) => !isAborted).length;
  console.log(
    `${streams} clients that do not read: ${before} MB before, then each second ${seen.join(', ')} MB; ` +
      `${open} of ${gemini.requests.length} calls of the model still open`,
  );
  for (const socket of sockets) socket.destroy();
}

/** Milliseconds to the first source and to the end. */
async function ask(question: string): Promise<{ toSource: number; whole: number }> {
  const start = performance.now();
  const outgoing = request({
    port,
    host: 'localhost',
    path: '/api/chat',
    method: 'POST',
    agent,
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client() },
  });
  outgoing.end(bodyOf(question));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let toSource = NaN;
  for await (const chunk of response.setEncoding('utf8')) {
    if (Number.isNaN(toSource) && String(chunk).includes('"source-url"'))
      toSource = performance.now() - start;
  }
  if (response.statusCode !== 200) throw new Error(`the chat returned ${response.statusCode}`);
  return { toSource, whole: performance.now() - start };
}

function bodyOf(question: string): string {
  const parts = [{ type: 'text', text: question }];
  return JSON.stringify({
    id: 'bench',
    messages: [{ id: '1', role: 'user', parts }],
    trigger: 'submit-message',
  });
}

/** Each request has its own client address, because of the rate limit. */
function client(): string {
  clients += 1;
  return `198.18.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
}

/** The server's resident memory in megabytes. */
function memory(): number {
  const status = readFileSync(`/proc/${site.process.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
}

function at(values: readonly number[], share: number): string {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
}
