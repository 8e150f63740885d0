import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '#lib/store/dialects/failure.ts';
import type { StoreOptions } from '#lib/store/open.ts';
import { connectPostgres } from './connect-postgres.ts';
import { readPostgresRows, readSqliteRows } from './read-rows.ts';
import type { Row } from './row-digest.ts';
import {
  listStoreMigrations,
  listStoreTables,
  querySqlite,
  quoteName,
  type RunQuery,
  type StoreTable,
} from './store-tables.ts';

/** Where a store is. */
export type StorePlace = Pick<StoreOptions, 'dataDir' | 'databaseUrl'>;

/** One state of a store: later writes do not change what it reads. */
export type StoreSnapshot = {
  kind: 'sqlite' | 'postgres';
  /** A table that refers to another comes after it. */
  tables: readonly StoreTable[];
  migrations: readonly string[];
  read(table: StoreTable): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
};

/** `whileServing` delays no write of a server. `alone` makes sure that no server uses the store. */
type Access = 'whileServing' | 'alone';

/** Milliseconds. A server that starts or stops locks the file for a moment. */
const lockTimeout = 1_000;

const inUse = 'a server uses this store: stop all servers of the site first';

export function storeFile({ dataDir }: StorePlace): string {
  return join(dataDir, 'site.sqlite');
}

/**
 * Opens a snapshot of a store. Migrates nothing.
 * @returns undefined if there is no store yet
 * @throws Error with `alone` if a server uses it
 */
export async function openStoreSnapshot(
  place: StorePlace,
  access: Access,
): Promise<StoreSnapshot | undefined> {
  return place.databaseUrl
    ? openPostgresSnapshot(place.databaseUrl, access)
    : openSqliteSnapshot(place, access);
}

async function openSqliteSnapshot(place: StorePlace, access: Access): Promise<StoreSnapshot | undefined> {
  const file = storeFile(place);
  // Unlike `existsSync`, this throws if the folder may not be read: a backup must not go without its store then.
  if (!statSync(file, { throwIfNoEntry: false })) return undefined;
  const database = new DatabaseSync(file, { readOnly: access === 'whileServing', timeout: lockTimeout });
  try {
    // In WAL mode, readers do not delay writers. Exclusive locking fails while any other connection is open.
    database.exec(access === 'alone' ? 'pragma locking_mode = exclusive; begin exclusive' : 'begin');
    const query = querySqlite(database);
    return {
      kind: 'sqlite',
      tables: await listStoreTables('sqlite', query),
      migrations: await listStoreMigrations('sqlite', query),
      read: (table) => readSqliteRows(database, table),
      close: async () => database.close(),
    };
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new Error(inUse, { cause: error });
    throw error;
  }
}

async function openPostgresSnapshot(url: string, access: Access): Promise<StoreSnapshot | undefined> {
  const { query, close } = await connectPostgres(url);
  try {
    await query('begin transaction isolation level repeatable read');
    const migrations = await listStoreMigrations('postgres', query);
    const tables = await listStoreTables('postgres', query);
    if (access === 'alone' && migrations.length > 0) await keepAlone(query, tables);
    if (migrations.length > 0)
      return {
        kind: 'postgres',
        tables,
        migrations,
        read: (table) => readPostgresRows(query, table),
        close,
      };
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return undefined;
}

/** A server always has a connection, even if it is idle. */
async function keepAlone(query: RunQuery, tables: readonly StoreTable[]): Promise<void> {
  const others = await query(`select 1 from pg_stat_activity
    where application_name = 'site' and datname = current_database() and pid <> pg_backend_pid()`);
  if (others.length > 0) throw new Error(inUse);
  await query(
    `lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in share mode nowait`,
  ).catch((cause: unknown) => {
    throw new Error(inUse, { cause });
  });
}
