import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openStore, type Store, type StoreOptions } from '#lib/store/open.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';

/** A new database. Each `open` adds another instance of the site. */
export type TestDatabase = {
  options: StoreOptions;
  open: () => Promise<Store>;
  /** Closes the opened stores. */
  clear: () => Promise<void>;
};

export const storeKinds = ['sqlite', 'postgres'] as const;

/** Databases for the tests of one file. Call it once, at the top; stores are closed after each test. */
export function useStores(kinds: readonly Store['kind'][] = storeKinds): {
  create: (kind: Store['kind']) => Promise<TestDatabase>;
  /** Opens a store on a new database. */
  open: (kind: Store['kind']) => Promise<Store>;
  server: () => Promise<PostgresServer>;
} {
  const created: TestDatabase[] = [];
  let starting: Promise<PostgresServer> | undefined;
  let folder = '';
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'store-'));
    if (kinds.includes('postgres')) await server();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(created.splice(0).map((database) => database.clear()));
  });
  afterAll(async () => {
    await (await starting)?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function server(): Promise<PostgresServer> {
    starting ??= startPostgres();
    return starting;
  }

  async function create(kind: Store['kind']): Promise<TestDatabase> {
    count += 1;
    const options: StoreOptions = {
      dataDir: join(folder, `data-${count}`),
      databaseUrl: kind === 'postgres' ? await (await server()).createDatabase() : undefined,
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

  return { create, open: async (kind) => (await create(kind)).open(), server };
}
