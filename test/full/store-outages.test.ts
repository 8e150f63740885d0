import { execFile, execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { names, unavailable, write } from '#test/stand-ins/stored-rows.ts';
import { useOwnStores } from '#test/stand-ins/stores.ts';
import { useShared } from '#test/use-shared.ts';
import { createSmtpTransport } from '#lib/mail/transport.ts';
import { createMailWorker } from '#lib/mail/worker.ts';
import { createOutbox, enqueue } from '#lib/store/mail/outbox.ts';
import { openStore } from '#lib/store/open.ts';

const stores = useOwnStores();
const smtp = useShared(() => startSmtp());

test('a transaction is retried on another connection if its connection broke before the work began', async () => {
  const database = await stores.create('postgres');
  const store = await database.open();
  await write(store, 'first');

  // execFileSync blocks the event loop, so the pool does not notice the broken connections.
  const others = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  execFileSync('psql', [database.options.databaseUrl ?? '', '--quiet', '--command', others], {
    stdio: 'pipe',
  });
  await write(store, 'second');

  expect(await names(store)).toEqual(['first', 'second']);
});

test('both sides of an idle connection ask after half a minute whether the other is still there', async () => {
  const database = await stores.create('postgres');
  await write(await database.open(), 'first');
  const { port } = new URL(database.options.databaseUrl ?? '');

  const ask = ['-tnoH', `( sport = :${port} or dport = :${port} )`];
  const listed = async () => (await promisify(execFile)('ss', ask)).stdout;

  await expect.poll(async () => (await listed()).match(/keepalive,\d{1,2}sec/g)).toHaveLength(2);
});

test('while the server hangs, one request at a time reaches it, and later writes are not lost', async () => {
  const database = await stores.create('postgres');
  const [store, other] = [await database.open(), await database.open()];
  const server = await stores.server();
  await write(store, 'before');

  server.hang();
  const first = await write(store, 'lost').catch((error: unknown) => error);
  const asking = store.query((db) =>
    db.insertInto('secrets').values({ name: 'asking', value: 'x' }).execute(),
  );
  const refused = write(store, 'refused').catch((error: unknown) => error);
  const sooner = await Promise.race([asking.then(() => 'asking'), refused.then(() => 'refused')]);
  server.wake();
  await asking;

  expect([first, await refused]).toEqual([
    expect.objectContaining({ code: 'STORE_UNAVAILABLE' }),
    expect.objectContaining({ code: 'STORE_UNAVAILABLE' }),
  ]);
  expect(sooner).toBe('refused');
  expect(await names(other)).toEqual(['asking', 'before']);
});

test('writes fail with STORE_UNAVAILABLE while PostgreSQL is unreachable, even at startup, and succeed once it is back', async () => {
  const database = await stores.create('postgres');
  const early = await database.open();
  await write(early, 'before');
  await (await stores.server()).pause();
  const lines: string[] = [];

  const late = await openStore({ ...database.options, log: (line) => lines.push(line) });
  await expect(write(early, 'lost')).rejects.toMatchObject(unavailable);
  await expect(write(late, 'lost')).rejects.toMatchObject(unavailable);
  await (await stores.server()).resume();
  await delay(100);

  await write(late, 'late');
  await write(early, 'early');
  expect(await names(early)).toEqual(['before', 'early', 'late']);
  expect(lines.join('\n')).toMatch(/unavailable/);
  expect(lines.join('\n')).not.toContain('postgres://');
  await late.close();
});

test('if PostgreSQL stops between two statements of a transaction, it fails with STORE_UNAVAILABLE and the process continues', async () => {
  const store = await stores.open('postgres');

  const broken = store.transaction(async (tx) => {
    await tx.insertInto('secrets').values({ name: 'half', value: 'x' }).execute();
    await (await stores.server()).pause();
    await delay(100);
    await tx.insertInto('secrets').values({ name: 'other half', value: 'x' }).execute();
  });

  await expect(broken).rejects.toMatchObject(unavailable);
  await (await stores.server()).resume();
  await write(store, 'later');
  expect(await names(store)).toEqual(['later']);
});

test('the locks of an instance that disappears in a transaction end before the requests that wait for them fail', async () => {
  const database = await stores.create('postgres');
  const [store, other] = [await database.open(), await database.open()];
  const locked = Promise.withResolvers<undefined>();
  const { promise: never, resolve: end } = Promise.withResolvers<undefined>();
  const lost = store
    .transaction(async (tx) => {
      await store.lock(tx, ['seats']);
      locked.resolve(undefined);
      await never;
      await tx.insertInto('secrets').values({ name: 'late', value: 'x' }).execute();
    })
    .catch((error: unknown) => error);
  await locked.promise;

  await other.transaction(async (tx) => {
    await other.lock(tx, ['seats']);
    await tx.insertInto('secrets').values({ name: 'waited', value: 'x' }).execute();
  });
  end(undefined);

  expect(await lost).toMatchObject(unavailable);
  expect(await names(other)).toEqual(['waited']);
});

test('the mail worker logs a failing store, and uses it again when it recovers', async () => {
  const store = await stores.open('postgres');
  const lines: string[] = [];
  const worker = createMailWorker({
    outbox: createOutbox(store),
    transport: createSmtpTransport(smtp.url),
    from: 'Larkmoor <hello@larkmoor.example>',
    every: 20,
    log: (line) => lines.push(line),
  });
  onTestFinished(() => worker.stop());
  worker.start();
  await (await stores.server()).pause();
  await vi.waitUntil(() => lines.length > 0, { timeout: 20_000 });
  await (await stores.server()).resume();

  const mail = {
    kind: 'registration-receipt',
    about: 'R-1',
    subject: 'Mail',
    text: 'Text',
    html: '<p>Text</p>',
  } as const;
  const to = { name: 'Ines', address: 'ines@example.org' };
  await store.transaction((tx) => enqueue(tx, [{ ...mail, to }], { store, now: Date.now() }));

  await vi.waitUntil(() => smtp.received.length === 1, { timeout: 20_000 });
  expect(lines[0]).toMatch(/STORE_UNAVAILABLE/);
});
