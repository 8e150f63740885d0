import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openStore, type Store, type StoreOptions } from '#lib/store/open.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';

/** A new, empty database; each `open` is one more instance of the site on it. */
export type Place = {
  options: StoreOptions;
  open: () => Promise<Store>;
  /** Closes what was opened. */
  clear: () => Promise<void>;
};

export const storeKinds = ['sqlite', 'postgres'] as const;

/** Databases of both kinds for the tests of one file; call it once, at the top. */
export function useStores(kinds: readonly Store['kind'][] = storeKinds): {
  place: (kind: Store['kind']) => Promise<Place>;
  server: () => Promise<PostgresServer>;
} {
  let starting: Promise<PostgresServer> | undefined;
  let folder = '';
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'store-'));
    if (kinds.includes('postgres')) await server();
  }, 60_000);
  afterAll(async () => {
    await (await starting)?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function server(): Promise<PostgresServer> {
    starting ??= startPostgres();
    return starting;
  }

  async function place(kind: Store['kind']): Promise<Place> {
    count += 1;
    const options: StoreOptions = {
      dataDir: join(folder, `data-${count}`),
      databaseUrl: kind === 'postgres' ? await (await server()).createDatabase() : undefined,
      log: () => undefined,
    };
    const opened: Store[] = [];
    return {
      options,
      async open() {
        const store = await openStore(options);
        opened.push(store);
        return store;
      },
      async clear() {
        await Promise.all(opened.map((store) => store.close()));
      },
    };
  }

  return { place, server };
}
