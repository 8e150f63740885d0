import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Dialect } from 'kysely';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { openPostgres } from '#lib/store/dialects/postgres-dialect.ts';
import { openSqlite } from '#lib/store/dialects/sqlite-dialect.ts';
import { openStore, type Store, type StoreOptions } from '#lib/store/open.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import { createDatabase } from './shared-postgres.ts';

/** A new database. Each `open` returns the store of another instance of the site. */
export type TestDatabase = {
  options: StoreOptions;
  open: () => Promise<Store>;
  /** Closes the opened stores. */
  clear: () => Promise<void>;
};

/** The stores of a test that runs on each: SQLite in `npm test`, and PostgreSQL too in `npm run test:full`. */
export const storeKinds: readonly Store['kind'][] =
  process.env['TEST_STORES'] === 'all' ? ['sqlite', 'postgres'] : ['sqlite'];

export type Stores = {
  /** Creates a database without tables. */
  create: (kind: Store['kind']) => Promise<TestDatabase>;
  /** Opens a store on a new database. */
  open: (kind: Store['kind']) => Promise<Store>;
};

/** Databases for the tests of one file. Call it once, at the top; stores are closed after each test. */
export function useStores(): Stores {
  return storesOn(createDatabase);
}

type Open<Opened> = (stores: Stores, kind: Store['kind']) => Promise<Opened>;

/** Returns a function that declares a test for each kind of store, or for one. The test gets what `open` returns. */
export function testOnStores<Opened>(open: Open<Opened>, kinds = storeKinds) {
  const stores = useStores();
  return (title: string, run: (opened: Opened) => Promise<void>): void => {
    for (const kind of kinds) test(`${kind}: ${title}`, async () => run(await open(stores, kind)));
  };
}

/** A store on a new database. */
export const newStore: Open<Store> = (stores, kind) => stores.open(kind);

/** A new database without tables. */
export const newDatabase: Open<TestDatabase> = (stores, kind) => stores.create(kind);

/** Opens a database as it is, without migrations. */
export function dialectOf({ options }: TestDatabase): Dialect {
  return options.databaseUrl
    ? openPostgres(options.databaseUrl, { onConnectionLost: () => undefined }).dialect
    : openSqlite(`${options.dataDir}/site.sqlite`, { lockTimeout: 1_000 }).dialect;
}

/** Like `useStores`, but on a separate PostgreSQL, for tests that pause the server. */
export function useOwnStores(): Stores & { server: () => Promise<PostgresServer> } {
  let starting: Promise<PostgresServer> | undefined;
  const server = () => (starting ??= startPostgres());
  const stores = storesOn(async () => (await server()).createDatabase());
  afterAll(async () => {
    await (await starting)?.stop();
  });
  return { ...stores, server };
}

function storesOn(createPostgres: (options: { isEmpty: boolean }) => Promise<string>): Stores {
  const created: TestDatabase[] = [];
  let folder = '';
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'store-'));
  });
  afterEach(async () => {
    await Promise.all(created.splice(0).map((database) => database.clear()));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function create(kind: Store['kind'], isEmpty = true): Promise<TestDatabase> {
    count += 1;
    const options: StoreOptions = {
      dataDir: join(folder, `data-${count}`),
      databaseUrl: kind === 'postgres' ? await createPostgres({ isEmpty }) : undefined,
      log: () => undefined,
    };
    const opened: Store[] = [];
    const database: TestDatabase = {
      options,
      async open() {
        const store = await openStore(options);
        opened.push(store);
        return store;
      },
      async clear() {
        await Promise.all(opened.splice(0).map((store) => store.close()));
      },
    };
    created.push(database);
    return database;
  }

  return { create: (kind) => create(kind), open: async (kind) => (await create(kind, false)).open() };
}

/** Waits until this many transactions in PostgreSQL wait for locks of others. In SQLite, they wait for their turn. */
export async function untilBlocked(store: Store, count = 1): Promise<void> {
  if (store.kind === 'sqlite') return;
  const blocked = sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await store.query((db) => blocked.execute(db))).rows.length < count)
    await new Promise(setImmediate);
}
