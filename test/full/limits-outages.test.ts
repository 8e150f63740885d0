import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { openRedis } from '#lib/http/limits-store-redis.ts';
import { startRedis } from '#test/stand-ins/redis.ts';
import { useShared } from '#test/use-shared.ts';
import { countAccepted, nextClient, times, useLimits } from '#test/use-limits.ts';

const redis = useShared(() => startRedis());
const open = useLimits();

test('counts searches in memory, without the store', async () => {
  const database = new DatabaseSync(':memory:');
  const { search } = open({ kind: 'sqlite', database: () => database });
  database.close();

  const passed = await countAccepted(times(601, () => search.take('192.0.2.251')));

  expect(passed).toBe(600);
});

test('a count waits until another open transaction ends, and survives its rollback', async () => {
  const database = new DatabaseSync(':memory:');
  const { registration } = open({ kind: 'sqlite', database: () => database });
  await registration.take('192.0.2.252');
  database.exec('BEGIN');

  const taken = registration.take('192.0.2.252');
  await sleep(20);
  database.exec('ROLLBACK');

  expect((await taken).remaining).toBe(1);
  expect((await registration.take('192.0.2.252')).remaining).toBe(0);
});

test('a broken SQLite store does not disable the limit, and is logged once', async () => {
  const database = new DatabaseSync(':memory:');
  const lines: string[] = [];
  const { registration } = open({ kind: 'sqlite', database: () => database }, (line) => lines.push(line));
  await registration.take('192.0.2.253');
  database.close();

  const passed = await countAccepted(times(50, () => registration.take('192.0.2.253')));

  expect(passed).toBe(2);
  expect(lines).toEqual([expect.stringContaining('the counter store fails')]);
});

test.each(['refuses', 'hangs'])(
  'a PostgreSQL server that %s does not disable the limit or make requests hang',
  async (how) => {
    const lines: string[] = [];
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    if (how === 'refuses') silent.close();
    const pool = new Pool({ connectionString: `postgres://nobody@127.0.0.1:${port}/none` });
    const { registration } = open({ kind: 'postgres', pool }, (line) => lines.push(line));

    const passed = await countAccepted(times(50, () => registration.take('192.0.2.254')));
    silent.close();

    expect(passed).toBe(3);
    expect(lines).toHaveLength(1);
  },
);

test('logs once when Redis hangs and once when it recovers, and counts in memory meanwhile', async () => {
  const lines: string[] = [];
  const client = nextClient();
  const { registration, signup } = open({ kind: 'redis', open: () => openRedis(redis.url) }, (line) =>
    lines.push(line),
  );
  await registration.take(client);
  redis.pause();

  const passed = await countAccepted(times(50, () => registration.take(client)));
  await countAccepted([signup.take(client), registration.take(client)]);
  redis.resume();
  await sleep(1100);
  await countAccepted(times(5, () => registration.take(client)));

  expect(passed).toBe(2);
  expect(lines).toEqual([expect.stringContaining('fails'), expect.stringContaining('is back')]);
});

test('uses a Redis server that becomes available after the start', async () => {
  const lines: string[] = [];
  const late = await startRedis();
  const port = Number(new URL(late.url).port);
  await late.stop();
  const { registration } = open({ kind: 'redis', open: () => openRedis(late.url) }, (line) =>
    lines.push(line),
  );

  const passed = await countAccepted(times(5, () => registration.take('192.0.2.240')));
  const back = await startRedis({ port });
  await vi.waitFor(
    async () => {
      await registration.take(nextClient());
      expect(lines).toHaveLength(2);
    },
    { timeout: 10_000, interval: 200 },
  );
  await back.stop();

  expect(passed).toBe(3);
  expect(lines[1]).toContain('is back');
});
