import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cookieOf, staffSettings } from '#test/staff-session.ts';
import { startPostgres, type PostgresServer } from '#test/stand-ins/postgres.ts';
import { startRedis, type RedisStandIn } from '#test/stand-ins/redis.ts';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { ask, readChunks, serveChat, textOf, type ChatSite } from '#test/http/chat-site.ts';
import {
  eventually,
  newClient,
  registration,
  registrationPath,
  send,
  serveForms,
} from '#test/http/forms-site.ts';

// Tests of some rows of the table in docs/failures.md, which also names the tests of the other rows.
let postgres: PostgresServer;
let redis: RedisStandIn;
let sites: ChatSite[];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const environment = {
    ...staffSettings,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    METRICS_PORT: '0',
  };
  sites = await Promise.all([serveChat(environment), serveChat(environment)]);
});

afterEach(async () => {
  await Promise.all(
    sites.map(async (site) => eventually(async () => (await register(site)) === 200 || undefined)),
  );
});

afterAll(async () => {
  await Promise.all(sites.map((site) => site.remove()));
  await Promise.all([postgres.stop(), redis.stop()]);
});

async function register(site: { origin: string }, client = newClient()): Promise<number> {
  return (await send(site.origin, registrationPath, registration(), { client })).status;
}

async function registerInTurn(client: string, count: number): Promise<number[]> {
  const statuses = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push(await register(sites[turn % 2]!, client));
  return statuses;
}

/** Expects pages, Markdown, search, the page of a form, and the chat to work: they need no store. */
async function expectTheRestGoesOn(): Promise<void> {
  for (const { origin } of sites) {
    const answers = await Promise.all([
      fetch(`${origin}/courses`),
      fetch(`${origin}/courses.md`),
      fetch(`${origin}/api/search?q=soil`),
      fetch(`${origin}/register`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(textOf(await readChunks(await ask(origin)))).not.toBe('');
  }
}

let cookie: Promise<string> | undefined;

async function staffPage(path: string): Promise<Response> {
  const headers = { Cookie: await (cookie ??= cookieOf('admin')), Accept: 'text/html' };
  return fetch(sites[0]!.origin + path, { headers });
}

const readyStatus = async () => (await fetch(`${sites[0]!.origin}/ready`)).status;

/** The first instance's gauges of the store and the counter store. */
async function readGauges(): Promise<{ store: number; counters: number }> {
  const address = /metrics at (http:[^\s"]+)/.exec(sites[0]!.output())?.[1] ?? '';
  const metrics = await (await fetch(address)).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return { store: valueOf('lectern_store_up'), counters: valueOf('lectern_limit_store_up') };
}

test('while PostgreSQL hangs, forms return 503, first after a timeout and then immediately, and no request is lost', async () => {
  const before = await sites[0]!.read('select reference from registrations');
  postgres.hang();
  try {
    const began = performance.now();
    const first = await Promise.all(Array.from({ length: 24 }, (_, index) => register(sites[index % 2]!)));
    // The circuit breaker lets one request at a time through; the others fail immediately.
    const firstTook = performance.now() - began;
    const next = await Promise.all(Array.from({ length: 40 }, (_, index) => register(sites[index % 2]!)));
    const nextTook = performance.now() - began - firstTook;
    await expectTheRestGoesOn();

    expect(await readGauges()).toEqual({ store: 0, counters: 1 });
    expect(await readyStatus()).toBe(503);
    expect(new Set([...first, ...next])).toEqual(new Set([503]));
    expect(nextTook).toBeLessThan(2 * firstTook);
  } finally {
    postgres.wake();
  }

  const body = registration();
  const answer = await eventually(async () => {
    const sent = await send(sites[0]!.origin, registrationPath, body);
    return sent.status === 200 ? sent : undefined;
  });
  const after = await sites[0]!.read('select reference from registrations');
  expect(after).toEqual(expect.arrayContaining([...before, { reference: answer.body.reference }]));
  await eventually(async () => (await readyStatus()) === 200 || undefined);
  const left = await sites[0]!.read(
    `select state from pg_stat_activity where state like 'idle in transaction%' and application_name = 'site'`,
  );
  expect(left).toEqual([]);
});

test('while Redis hangs, each instance counts in memory, and afterwards they share limits again', async () => {
  redis.pause();
  const client = newClient();
  try {
    const statuses = Array.from({ length: 8 }, (_, turn) => register(sites[turn % 2]!, client));
    expect((await Promise.all(statuses)).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    await expectTheRestGoesOn();
  } finally {
    redis.resume();
  }

  await expectCountedTogether();
});

test('after Redis restarts empty, limits start again from zero and are shared', async () => {
  const { port } = new URL(redis.url);
  const client = newClient();
  expect(await registerInTurn(client, 4)).toEqual([200, 200, 200, 429]);

  await redis.stop();
  const alone = await registerInTurn(client, 2);
  await expectTheRestGoesOn();
  redis = await startRedis({ port: Number(port) });

  // The second instance still has in memory that it refused this client before the outage.
  expect(alone[1]).toBe(429);
  for (const site of sites)
    expect(site.output()).toMatch(/counter store fails; this process counts in memory/);
  await expectCountedTogether();
  expect((await registerInTurn(client, 4)).toSorted()).toEqual([200, 200, 200, 429]);
});

test('without PostgreSQL and Redis, pages, search and chat work, forms and staff pages return 503, and sessions are kept', async () => {
  const { port } = new URL(redis.url);
  await Promise.all([postgres.pause(), redis.stop()]);
  const client = newClient();

  const statuses = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push(await register(sites[0]!, client));
  await expectTheRestGoesOn();
  const pages = await Promise.all(
    ['/staff', '/staff/registrations', '/staff/sign-in', '/staff/sign-out'].map(staffPage),
  );
  const session = await staffPage('/api/auth/session');
  const gauges = await readGauges();
  redis = await startRedis({ port: Number(port) });
  await postgres.resume();

  expect(statuses).toEqual([503, 503, 503, 429]);
  expect(gauges).toEqual({ store: 0, counters: 0 });
  expect([session.status, session.headers.get('set-cookie')]).toEqual([503, null]);
  for (const page of pages) {
    expect(page.headers.get('set-cookie') ?? '').not.toContain('session-token');
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('<main');
  }
  await expectCountedTogether();
  expect((await staffPage('/staff/registrations')).status).toBe(200);
  expect(await (await staffPage('/api/auth/session')).json()).toMatchObject({
    user: { email: 'ruth@staff.example' },
  });
  expect(await readGauges()).toEqual({ store: 1, counters: 1 });
});

async function expectCountedTogether(): Promise<void> {
  await eventually(async () => {
    const statuses = await registerInTurn(newClient(), 4);
    return statuses.join() === '200,200,200,429' || undefined;
  });
}

test(
  'an email that the mail server takes 40 seconds to accept is sent once',
  { timeout: 150_000 },
  async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    smtp.delay = 40_000;
    const site = await serveForms({
      DATABASE_URL: await postgres.createDatabase(),
      ...smtp.settings,
    });
    onTestFinished(() => site.remove());

    expect(await register(site)).toBe(200);
    const outcome = async () => (await site.read('select status, attempts, last_error from outbox'))[0];
    await vi.waitUntil(
      async () => {
        const row = await outcome();
        return row?.['status'] === 'sent' || row?.['last_error'] !== null;
      },
      { timeout: 120_000, interval: 200 },
    );

    expect(await outcome()).toEqual({ status: 'sent', attempts: 1, last_error: null });
    expect(smtp.received).toHaveLength(1);
  },
);
