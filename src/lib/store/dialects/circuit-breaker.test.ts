import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { useOwnStores } from '#test/stand-ins/stores.ts';
import type { Store } from '#lib/store/open.ts';

const stores = useOwnStores();

function write(store: Store, name: string): Promise<unknown> {
  return store.transaction((tx) => tx.insertInto('secrets').values({ name, value: 'x' }).execute());
}

async function names(store: Store): Promise<string[]> {
  const rows = await store.query((db) =>
    db.selectFrom('secrets').select('name').where('name', '!=', 'mailboxes').orderBy('name').execute(),
  );
  return rows.map(({ name }) => name);
}

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
