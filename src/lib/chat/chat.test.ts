import { expect, onTestFinished, test } from 'vitest';
import {
  canary,
  geminiModel,
  startGemini,
  type GeminiBehaviour,
  type GeminiStandIn,
} from '#test/stand-ins/gemini.ts';
import type { Chat, ChatMessage, RetrievedPassage } from './chat-types.ts';
import { createChat, type ChatOptions } from './chat.ts';
import { openModel } from './model.ts';
import { chatUnavailable } from './chat-unavailable.ts';

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
const connected = { signal: new AbortController().signal };

type Opened = {
  chat: Chat;
  gemini: GeminiStandIn;
  unanswered: string[];
  logged: string[];
  calls: () => number;
};

async function openChat(
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
    retriever: { retrieve: async (messages) => ({ question: messages.at(-1)?.text ?? '', passages }) },
    siteUrl,
    institute: () => ({ name: 'Site', timeZone: 'Europe/London', terms: () => [] }),
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

test('ask returns the answer with the sources that it cites', async () => {
  const { chat, calls, logged } = await openChat('quotes');

  const whole = await chat.ask(question, connected);

  expect(whole.isAnswered).toBe(true);
  expect(whole.answer).toContain('loses ten marks');
  expect(whole.answer).toContain('[1]');
  expect(whole.sources).toEqual([{ number: 1, url: passage.url, title: 'Late work: What it costs' }]);
  expect([calls(), logged]).toEqual([1, []]);
});

test('ask without relevant passages does not call the model and reports the question as unanswered', async () => {
  const { chat, gemini, unanswered, calls } = await openChat('quotes', { passages: [] });

  const whole = await chat.ask(question, connected);

  expect(whole).toMatchObject({ isAnswered: false, sources: [] });
  expect(whole.answer).toContain(`${siteUrl}/search?q=Does`);
  expect(whole.answer).toContain(`${siteUrl}/contact`);
  expect([unanswered, calls(), gemini.requests]).toEqual([[question], 0, []]);
});

test('ask reports the question as unanswered when the model finds no answer', async () => {
  const { chat, unanswered } = await openChat('unanswered');

  const whole = await chat.ask(question, connected);

  expect(whole.isAnswered).toBe(false);
  expect(whole.answer).not.toContain('SUFFICIENT');
  expect(unanswered).toEqual([question]);
});

test('an unanswered question is reported without the conversation before it', async () => {
  const retriever = {
    retrieve: async (messages: readonly ChatMessage[]) => ({
      question: messages.map(({ text }) => text).join(' '),
      passages: [],
    }),
  };
  const { chat, unanswered } = await openChat('quotes', { retriever });

  const response = await chat.respond(
    [
      { role: 'user', text: 'Where is the library?' },
      { role: 'assistant', text: 'In the old mill.' },
      { role: 'user', text: 'Does it lend telescopes?' },
    ],
    connected,
  );
  await response.text();

  expect(unanswered).toEqual(['Does it lend telescopes?']);
});

test.each([
  ['no text', 'silent', { first: 50 }, 'no text within 50 ms'],
  ['no more text', 'slow', { pause: 50 }, 'no text for 50 ms'],
  ['no end', 'slow', { total: 50 }, 'not finished within 50 ms'],
] as const)(
  'with a model that sends %s for too long, ask aborts the call and rejects',
  async (_what, behaviour, times, reason) => {
    const forever = { total: 1e9, first: 1e9, pause: 1e9 };
    const { chat, gemini, logged } = await openChat(behaviour, { timeouts: { ...forever, ...times } });
    Object.assign(gemini.delays, { first: 0, between: 1e9 });

    const answered = chat.ask(question, connected);

    await expect(answered).rejects.toMatchObject({ code: 'CHAT_UNAVAILABLE', status: 503 });
    await expect.poll(() => gemini.requests.every(({ isAborted }) => isAborted)).toBe(true);
    expect(logged.join()).toContain(reason);
  },
);

test.each([
  'busy',
  'failing',
  'refusing',
  'broken',
  'cut-off',
  'unfinished',
  'blocked',
  'blocked-prompt',
  'redirects',
  'empty',
  'floods-a-line',
] as const)(
  'with a model that is %s, ask rejects after one call, and the log quotes no user input',
  async (behaviour) => {
    const { chat, gemini, logged, unanswered } = await openChat(behaviour);

    const error: unknown = await chat.ask(question, connected).catch((reason: unknown) => reason);

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

test('each kind of model failure has its own message', async () => {
  const messages = new Set<string>();
  for (const behaviour of ['busy', 'failing', 'refusing', 'blocked', 'cut-off'] as const) {
    const { chat } = await openChat(behaviour);
    await chat.ask(question, connected).catch((error: unknown) => messages.add(String(error)));
  }

  expect(messages.size).toBe(5);
});

test('with an unreachable model, ask rejects and logs the system error code', async () => {
  const { chat, gemini, logged } = await openChat('quotes');
  await gemini.stop();
  onTestFinished(() => undefined);

  await expect(chat.ask(question, connected)).rejects.toMatchObject({ code: 'CHAT_UNAVAILABLE' });

  expect(logged[0]).toContain('ECONNREFUSED');
});

test('a disconnecting client aborts the model call and logs no failure', async () => {
  const { chat, gemini, logged } = await openChat('slow', {});
  const controller = new AbortController();

  const answer = chat.ask(question, { signal: controller.signal });
  await expect.poll(() => gemini.requests.length).toBe(1);
  controller.abort();

  await expect(answer).rejects.toMatchObject({ code: 'CHAT_UNAVAILABLE' });
  await expect.poll(() => gemini.requests[0]?.isAborted).toBe(true);
  expect(logged).toEqual([]);
});

test('cancelling a stream aborts the model call and frees its slot', async () => {
  const { chat, gemini } = await openChat('slow', { maxConcurrent: 1 });
  const first = await chat.respond([{ role: 'user', text: question }], connected);
  const reader = first.body!.getReader();
  for (let count = 0; count < 3; count += 1) await reader.read();
  const reading = reader.read();
  await expect.poll(() => gemini.requests.length).toBe(1);

  const second = chat.ask(question, connected);
  await expect(second).rejects.toMatchObject({ code: 'CHAT_UNAVAILABLE', headers: { 'Retry-After': '10' } });
  await reader.cancel();
  await reading;

  await expect.poll(() => gemini.requests[0]?.isAborted).toBe(true);
  gemini.behave('quotes');
  await expect(chat.ask(question, connected)).resolves.toMatchObject({ isAnswered: true });
});

test('a stream is generated no faster than the connection drains', async () => {
  const { chat, gemini } = await openChat('floods');
  let drains = 0;
  const { promise: never } = Promise.withResolvers<undefined>();

  const response = await chat.respond([{ role: 'user', text: question }], {
    ...connected,
    waitForDrain: () => (drains++ < 2 ? Promise.resolve() : never),
  });
  const reader = response.body!.getReader();
  await reader.read();
  await reader.read();
  await expect.poll(() => drains).toBe(3);

  expect(gemini.requests).toEqual([]);
  await reader.cancel();
});

test('respond over the daily limit returns 503 before the stream starts', async () => {
  const { chat, gemini } = await openChat('quotes', {
    takeCall: () => Promise.reject(chatUnavailable({ message: 'Used up.', retryAfterSeconds: 60 })),
  });

  await expect(chat.respond([{ role: 'user', text: question }], connected)).rejects.toMatchObject({
    status: 503,
  });

  expect(gemini.requests).toEqual([]);
});

test.each(['', ' \n', 'x'.repeat(2001)])('ask with the question %j returns INVALID_REQUEST', async (text) => {
  const { chat } = await openChat('quotes');

  await expect(chat.ask(text, connected)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
