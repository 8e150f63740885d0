import { expect, onTestFinished, test } from 'vitest';
import {
  canary,
  geminiModel,
  startGemini,
  type GeminiBehaviour,
  type GeminiStandIn,
} from '#test/stand-ins/gemini.ts';
import type { Chat } from './chat-types.ts';
import { createChat, type ChatOptions } from './chat.ts';
import { openModel } from './model.ts';
import type { RetrievedPassage } from './retrieval-types.ts';
import { chatUnavailable } from './unavailable.ts';

const siteUrl = 'https://www.site.example';
const question = 'Does a secret-word late essay lose marks?';
const passage: RetrievedPassage = {
  url: `${siteUrl}/late#cost`,
  path: '/late',
  anchor: 'cost',
  title: 'Late work',
  heading: 'What it costs',
  type: 'handbook',
  text: 'A late essay loses ten marks for each day. After five days its mark is nought.',
};
const timeouts = { total: 20_000, first: 10_000, pause: 10_000 };
const waiting = { signal: new AbortController().signal };

type Opened = {
  chat: Chat;
  gemini: GeminiStandIn;
  unanswered: string[];
  logged: string[];
  calls: () => number;
};

async function open(
  behaviour: GeminiBehaviour,
  { passages = [passage], ...more }: Partial<ChatOptions> & { passages?: RetrievedPassage[] } = {},
): Promise<Opened> {
  const gemini = await startGemini({ behaviour });
  onTestFinished(() => gemini.stop());
  const unanswered: string[] = [];
  const logged: string[] = [];
  let calls = 0;
  const chat = createChat({
    model: openModel({ apiKey: 'key', name: geminiModel, baseUrl: gemini.url }),
    retriever: { retrieve: async (turns) => ({ question: turns.at(-1)?.text ?? '', passages }) },
    siteUrl,
    site: { name: 'Site', timeZone: 'Europe/London', terms: () => [] },
    takeCall: async () => {
      calls += 1;
    },
    onUnanswered: (text) => unanswered.push(text),
    log: (text) => logged.push(text),
    timeouts,
    ...more,
  });
  return { chat, gemini, unanswered, logged, calls: () => calls };
}

test('a whole answer has its sources and nothing but them in brackets', async () => {
  const { chat, calls, logged } = await open('quotes');

  const whole = await chat.ask(question, waiting);

  expect(whole.isAnswered).toBe(true);
  expect(whole.answer).toContain('loses ten marks');
  expect(whole.answer).toContain('[1]');
  expect(whole.sources).toEqual([{ number: 1, url: passage.url, title: 'Late work: What it costs' }]);
  expect([calls(), logged]).toEqual([1, []]);
});

test('where nothing is relevant the model is not called, and the question is counted', async () => {
  const { chat, gemini, unanswered, calls } = await open('quotes', { passages: [] });

  const whole = await chat.ask(question, waiting);

  expect(whole).toMatchObject({ isAnswered: false, sources: [] });
  expect(whole.answer).toContain(`${siteUrl}/search?q=Does`);
  expect([unanswered, calls(), gemini.requests]).toEqual([[question], 0, []]);
});

test('what the model finds no answer to is counted too', async () => {
  const { chat, unanswered } = await open('unanswered');

  const whole = await chat.ask(question, waiting);

  expect(whole.isAnswered).toBe(false);
  expect(whole.answer).not.toContain('UNANSWERED');
  expect(unanswered).toEqual([question]);
});

test.each([
  ['silent', { ...timeouts, first: 150 }],
  ['slow', { ...timeouts, pause: 30 }],
  ['slow', { ...timeouts, total: 350 }],
] as const)('a model that is %s for too long is given up, and its call ends', async (behaviour, times) => {
  const { chat, gemini, logged } = await open(behaviour, { timeouts: times });

  const answer = chat.ask(question, waiting);

  await expect(answer).rejects.toMatchObject({ code: 'CHAT_UNAVAILABLE', status: 503 });
  await expect.poll(() => gemini.requests[0]?.isAborted).toBe(true);
  expect(logged.join()).toMatch(/slow/);
});

test.each(['busy', 'failing', 'refusing', 'broken', 'cut-off', 'blocked', 'empty'] as const)(
  'a model that is %s is an error for a program, once, and the log names no words of anybody',
  async (behaviour) => {
    const { chat, gemini, logged, unanswered } = await open(behaviour);

    const error: unknown = await chat.ask(question, waiting).catch((reason: unknown) => reason);

    expect(error).toMatchObject({
      code: 'CHAT_UNAVAILABLE',
      resolution: expect.stringContaining('/api/search'),
    });
    expect(JSON.stringify(error)).not.toContain(canary);
    expect(gemini.requests).toHaveLength(1);
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toMatch(new RegExp(`${canary}|secret-word`));
    expect(unanswered).toEqual([]);
  },
);

test('a model that cannot be reached is an error that names what broke', async () => {
  const { chat, gemini, logged } = await open('quotes');
  await gemini.stop();
  onTestFinished(() => undefined);

  await expect(chat.ask(question, waiting)).rejects.toMatchObject({ code: 'CHAT_UNAVAILABLE' });

  expect(logged[0]).toContain('ECONNREFUSED');
});

test('who stops waiting ends the call, which is no failure', async () => {
  const { chat, gemini, logged } = await open('slow', {});
  const controller = new AbortController();

  const answer = chat.ask(question, { signal: controller.signal });
  await expect.poll(() => gemini.requests.length).toBe(1);
  controller.abort();

  await expect(answer).rejects.toMatchObject({ code: 'CHAT_UNAVAILABLE' });
  await expect.poll(() => gemini.requests[0]?.isAborted).toBe(true);
  expect(logged).toEqual([]);
});

test('a stream that is let go ends the call and gives its place back', async () => {
  const { chat, gemini } = await open('slow', {
    mostOpen: 1,
  });
  const first = await chat.respond([{ role: 'user', text: question }], waiting);
  const reader = first.body!.getReader();
  for (let count = 0; count < 3; count += 1) await reader.read();
  const reading = reader.read();
  await expect.poll(() => gemini.requests.length).toBe(1);

  const second = chat.ask(question, waiting);
  await expect(second).rejects.toMatchObject({ code: 'CHAT_UNAVAILABLE', headers: { 'Retry-After': '10' } });
  await reader.cancel();
  await reading;

  await expect.poll(() => gemini.requests[0]?.isAborted).toBe(true);
  gemini.behave('quotes');
  await expect(chat.ask(question, waiting)).resolves.toMatchObject({ isAnswered: true });
});

test('a stream is made no faster than it is taken', async () => {
  const { chat, gemini } = await open('floods');
  let asked = 0;
  const { promise: never } = Promise.withResolvers<undefined>();

  const response = await chat.respond([{ role: 'user', text: question }], {
    ...waiting,
    whenWritable: () => (asked++ < 2 ? Promise.resolve() : never),
  });
  const reader = response.body!.getReader();
  await reader.read();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 100));

  expect(asked).toBe(3);
  expect(gemini.requests).toEqual([]);
  await reader.cancel();
});

test('a day’s answers that are used up are refused before the stream begins', async () => {
  const { chat, gemini } = await open('quotes', {
    takeCall: () => Promise.reject(chatUnavailable({ message: 'Used up.', retryAfterSeconds: 60 })),
  });

  await expect(chat.respond([{ role: 'user', text: question }], waiting)).rejects.toMatchObject({
    status: 503,
  });

  expect(gemini.requests).toEqual([]);
});

test.each(['', ' \n', 'x'.repeat(2001)])('a question of that length is refused', async (text) => {
  const { chat } = await open('quotes');

  await expect(chat.ask(text, waiting)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('a stand-in says what it is, and a model of that name’s pattern only', () => {
  const { notice } = openModel({ apiKey: 'key', name: geminiModel, baseUrl: undefined });
  const real = openModel({ apiKey: 'key', name: 'gemini-3.8-flash', baseUrl: undefined });

  expect([notice, real.notice]).toEqual(['stand-in: quotes only', undefined]);
});
