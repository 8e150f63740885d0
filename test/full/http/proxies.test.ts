import { afterAll, beforeAll, expect, test } from 'vitest';
import { geminiModel, startGemini } from '#test/stand-ins/gemini.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { message, question } from '#test/http/chat-site.ts';
import { builtSite } from '#test/http/forms-site.ts';
import { startProxy, type Proxied } from '#test/http/proxied-site.ts';
import { useShared } from '#test/use-shared.ts';
import { makeFolder } from '#test/temporary-folder.ts';

/** The configurations of `deploy` in front of two instances that share their data. */
const names = ['nginx', 'caddy'] as const;
const dataDir = makeFolder();
const sites: ServedSite[] = [];
const proxies = new Map<string, Proxied>();
let distDir: string;
const gemini = useShared(() => startGemini({ behaviour: 'slow' }));
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  Object.assign(gemini.delays, { first: 0, between: 20 });
  environment = {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: 'loopback',
    GOOGLE_GENERATIVE_AI_API_KEY: 'a-key-of-no-use',
    CHAT_BASE_URL: gemini.url,
    CHAT_MODEL: geminiModel,
  };
  distDir = await builtSite();
  sites.push(...(await Promise.all([serveSite(distDir, environment), serveSite(distDir, environment)])));
  const origins = sites.map(({ origin }) => origin.replace('localhost', '127.0.0.1'));
  for (const name of names) proxies.set(name, await startProxy(name, origins));
});

afterAll(async () => {
  await Promise.all([...proxies.values()].map((proxy) => proxy.stop()));
  await Promise.all(sites.map((site) => site.stop()));
});

function behind(name: string): Proxied {
  const proxy = proxies.get(name);
  if (!proxy) throw new Error(`${name} did not start`);
  return proxy;
}

test.each(names)('%s passes both variants of a page unchanged', async (name) => {
  const proxy = behind(name);
  const headers = { Accept: 'text/markdown', 'Accept-Encoding': 'br' };

  const html = await proxy.send('/courses');
  const markdown = await proxy.send('/courses', { headers });
  const again = await proxy.send('/courses', {
    headers: { ...headers, 'If-None-Match': markdown.headers.etag ?? '' },
  });

  expect(html.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept, Accept-Encoding',
  });
  expect(markdown.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-encoding': 'br',
    vary: 'Accept, Accept-Encoding',
  });
  expect(markdown.headers.etag).toMatch(/^"/);
  expect(again.status).toBe(304);
});

test.each(names)('%s distinguishes clients, whatever headers they send', async (name) => {
  const proxy = behind(name);
  const from = name === 'nginx' ? '127.0.1.1' : '127.0.2.1';
  const other = name === 'nginx' ? '127.0.1.2' : '127.0.2.2';
  const signUp = (address: string, forged: number) =>
    proxy.send('/api/email-marketing-signup', {
      method: 'POST',
      from: address,
      headers: {
        'X-Forwarded-For': `203.0.113.${forged}`,
        Forwarded: `for=203.0.113.${forged}`,
      },
      body: { email: `reader${forged}@example.org` },
    });

  const answers = [];
  for (const forged of [1, 2, 3, 4]) answers.push(await signUp(from, forged));
  const ofOther = await signUp(other, 5);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(ofOther.status).toBe(200);
});

test('nginx refuses a flood from one address with 429 and serves other addresses', async () => {
  const proxy = behind('nginx');
  const statuses = new Set<number>();
  let refused: Awaited<ReturnType<Proxied['send']>> | undefined;
  for (let batch = 0; batch < 100 && !refused; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => proxy.send('/courses', { method: 'HEAD', from: '127.0.3.1' })),
    );
    for (const { status } of answers) statuses.add(status);
    refused = answers.find(({ status }) => status === 429);
  }
  const other = await proxy.send('/courses', { from: '127.0.3.2' });

  expect([...statuses].toSorted()).toEqual([200, 429]);
  expect(refused?.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
  expect(other.status).toBe(200);
});

test('nginx refuses more than 100 requests at once from one address and serves other addresses', async () => {
  const proxy = behind('nginx');
  const unfinished = await Promise.all(
    Array.from({ length: 100 }, () => proxy.begin('/api/email-marketing-signup', '127.0.3.3')),
  );

  const late = await proxy.send('/courses', { from: '127.0.3.3' });
  const other = await proxy.send('/courses', { from: '127.0.3.4' });
  for (const each of unfinished) each.destroy();

  expect([late.status, other.status]).toEqual([429, 200]);
  expect(late.body).toContain('Too many requests at once');
});

test.each(names)('%s does not buffer a streamed answer', async (name) => {
  const answer = await behind(name).open('/api/chat', {
    method: 'POST',
    body: { id: 'c', messages: [message(question)], trigger: 'submit-message' },
  });
  const times: number[] = [];
  let text = '';
  for await (const chunk of answer) {
    times.push(performance.now());
    text += String(chunk);
  }

  expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
  expect(text).toMatch(/\[DONE\]\s*$/);
  expect(times.length).toBeGreaterThan(3);
  // The model sends words 20 ms apart; a proxy that buffers would deliver them all at the same time.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(20);
});

test.each(names)('%s accepts the cookies of a signed-in member of staff', async (name) => {
  const Cookie = [1, 2, 3].map((part) => `authjs.session-token.${part}=${'x'.repeat(4000)}`).join('; ');

  const answer = await behind(name).send('/courses', { headers: { Cookie } });

  expect(answer.status).toBe(200);
});

test.each(names)('%s uses the other instance while one is down', async (name) => {
  const proxy = behind(name);
  const [, second] = sites;
  await second?.stop();

  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await proxy.send('/courses')).status),
  );
  const port = second && new URL(second.origin).port;
  sites[1] = await serveSite(distDir, {
    ...environment,
    SITE_URL: 'http://localhost:4321',
    PORT: port,
  });

  expect(new Set(statuses)).toEqual(new Set([200]));
});
