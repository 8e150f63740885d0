import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from '#test/stand-ins/shared-postgres.ts';
import { storeKinds } from '#test/stand-ins/stores.ts';
import { type RedisStandIn, startRedis } from '#test/stand-ins/redis.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { countAccepted, failOnOutage, nextClient, times, useLimits } from '#test/use-limits.ts';
import { openRedis } from './limits-store-redis.ts';
import { type CounterStore } from './limits-store.ts';
import { createLimits, limitHeaders } from './limits.ts';

type Kind = CounterStore['kind'];

const hasServers = storeKinds.includes('postgres');
const sharedKinds: readonly Kind[] = hasServers ? ['sqlite', 'postgres', 'redis'] : ['sqlite'];
const kinds: readonly Kind[] = ['memory', ...sharedKinds];
const folder = makeFolder();
let databaseUrl: string;
let redis: RedisStandIn | undefined;
const pools: Pool[] = [];
const open = useLimits();

beforeAll(async () => {
  if (hasServers) [databaseUrl, redis] = await Promise.all([createDatabase(), startRedis()]);
}, 60_000);

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await redis?.stop();
}, 60_000);

/** Each call opens the store like another or a restarted instance. */
function openStore(kind: Kind): CounterStore {
  if (kind === 'sqlite') {
    const database = new DatabaseSync(join(folder, 'site.sqlite'));
    return { kind, database: () => database };
  }
  if (kind === 'redis') return { kind, open: () => openRedis(redis!.url) };
  if (kind === 'postgres') return { kind, pool: openPool(databaseUrl) };
  return { kind };
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 5 });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

test.each(kinds)('accepts 3 of 50 concurrent requests (%s)', async (kind) => {
  const { registration } = open(openStore(kind));
  const client = nextClient();

  const passed = await countAccepted(times(50, () => registration.take(client)));

  expect(passed).toBe(3);
});

test.each(sharedKinds)('two instances share their counts (%s)', async (kind) => {
  const [first, second] = [open(openStore(kind)), open(openStore(kind))];
  const client = nextClient();

  const passed = await countAccepted([
    ...times(25, () => first.signup.take(client)),
    ...times(25, () => second.signup.take(client)),
  ]);

  expect(passed).toBe(3);
});

test.each(kinds)(
  'a form’s page and its JSON endpoint share the count of accepted submissions (%s)',
  async (kind) => {
    const limits = open(openStore(kind));
    const { accepted: page } = limits.formPage('registration');
    const client = nextClient();

    const rejected = await Promise.all(times(3, () => page.take(client)));
    await Promise.all(rejected.map((state) => state.undo()));
    await limits.registration.take(client);
    const passed = await countAccepted(times(50, () => page.take(client)));

    expect(passed).toBe(2);
    await expect(limits.registration.take(client)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(limits.formPage('signup').accepted.take(client)).resolves.toMatchObject({ remaining: 2 });
  },
);

test('attempts are counted per form, and both limits of form pages can be set', async () => {
  const limits = createLimits({
    store: { kind: 'memory' },
    log: failOnOutage,
    formLimit: 5,
    formAttemptLimit: 7,
  });
  const client = nextClient();
  const { attempts, accepted: page } = limits.formPage('signup');

  const counts = [
    await countAccepted(times(10, () => attempts.take(client))),
    await countAccepted(times(10, () => page.take(client))),
    await countAccepted(times(10, () => limits.formPage('registration').attempts.take(client))),
    await countAccepted(times(10, () => limits.registration.take(client))),
  ];

  expect(counts).toEqual([7, 5, 7, 3]);
});

test('a request that is undone after its window has ended does not raise the next limit', async () => {
  vi.useFakeTimers();
  const { accepted: page } = open({ kind: 'memory' }).formPage('registration');
  const client = nextClient();
  const states = await Promise.all(times(3, () => page.take(client)));
  vi.advanceTimersByTime(600_001);
  await page.take(client);

  await Promise.all(states.map((state) => state.undo()));
  const passed = await countAccepted(times(5, () => page.take(client)));

  vi.useRealTimers();
  expect(passed).toBe(2);
});

test.each(sharedKinds)('keeps counts across a restart (%s)', async (kind) => {
  const client = nextClient();
  const before = createLimits({ store: openStore(kind), log: failOnOutage });
  await before.registration.take(client);
  await before.registration.take(client);
  await before.close();

  const after = open(openStore(kind));
  const third = await after.registration.take(client);

  expect(third.remaining).toBe(0);
  await expect(after.registration.take(client)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test.each(sharedKinds)('the store contains no addresses (%s)', async (kind) => {
  const store = openStore(kind);
  await open(store).registration.take('203.0.113.77');

  const keys = await storedKeys(store);

  expect(keys.length).toBeGreaterThan(0);
  expect(keys.join(' ')).not.toContain('203.0.113');
});

async function storedKeys(store: CounterStore): Promise<string[]> {
  if (store.kind === 'sqlite') {
    return store
      .database()
      .prepare('SELECT key FROM rate_limit')
      .all()
      .map(({ key }) => String(key));
  }
  if (store.kind === 'postgres') {
    const { rows } = await store.pool.query<{ key: string }>('SELECT key FROM rate_limit');
    return rows.map(({ key }) => key);
  }
  const { createClient } = await import('redis');
  const client = await createClient({ url: redis!.url }).connect();
  const keys = await client.keys('*');
  client.destroy();
  return keys;
}

test('different limits and clients do not share a count, but addresses of one /64 do', async () => {
  const limits = open({ kind: 'memory' });
  await Promise.all(times(3, () => limits.registration.take('2001:db8:0:1::1')));

  await expect(limits.registration.take('2001:db8:0:1:ffff::2')).rejects.toMatchObject({ status: 429 });
  await expect(limits.registration.take('2001:db8:0:2::1')).resolves.toMatchObject({ remaining: 2 });
  await expect(limits.signup.take('2001:db8:0:1::1')).resolves.toMatchObject({ remaining: 2 });
});

test('accepted and refused requests get the rate limit headers', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { registration } = open({ kind: 'memory' });
  const client = nextClient();

  const [state] = await Promise.all(times(3, () => registration.take(client)));
  const refusal: unknown = await registration.take(client).catch((error: unknown) => error);

  const headers = limitHeaders(state!);
  expect(headers).toMatchObject({ 'X-RateLimit-Limit': '3', 'X-RateLimit-Remaining': '2' });
  expect(headers).toMatchObject({ 'RateLimit-Policy': '"registration";q=3;w=600' });
  expect(headers['RateLimit']).toBe('"registration";r=2;t=600');
  expect(Number(headers['X-RateLimit-Reset'])).toBe(Date.now() + 600_000);
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
  const refused = (refusal as { headers: Record<string, string> }).headers;
  expect(refused['X-RateLimit-Remaining']).toBe('0');
  expect(refused['Retry-After']).toBe('600');
});

test('accepts requests again after the time in Retry-After', async () => {
  vi.useFakeTimers();
  const { registration } = open({ kind: 'memory' });
  await Promise.all(times(3, () => registration.take('192.0.2.250')));

  vi.advanceTimersByTime(599_999);
  const early = registration.take('192.0.2.250');
  await expect(early).rejects.toMatchObject({ headers: { 'Retry-After': '1' } });
  vi.advanceTimersByTime(2);
  const late = await registration.take('192.0.2.250');

  vi.useRealTimers();
  expect(late.remaining).toBe(2);
});
