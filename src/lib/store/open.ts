import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, type Dialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { ApiError } from '#lib/http/api-error.ts';
import { beginAgain } from './retry-transaction.ts';
import { storeFailure } from './failure.ts';
import { createGroupCommit } from './group-commit.ts';
import { createHangGuard } from './circuit-breaker.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres-dialect.ts';
import { hashMailbox, readMailboxSecret } from './mailbox-key.ts';
import type { Database } from './schema.ts';
import { openSqlite } from './sqlite-dialect.ts';

/**
 * The one way to the database. Both doors turn the errors of a database that is gone, full or locked into
 * ApiError STORE_UNAVAILABLE, and work again as soon as it is back.
 */
export type Store = {
  readonly kind: 'sqlite' | 'postgres';
  /**
   * The bare connection, for a library that brings its own statements. With SQLite it is the one that
   * transactions use: leave it alone while its `isTransaction` is true, and ask for it anew each time, as
   * it changes when a back-up is restored.
   */
  readonly client: () => StoreClient;
  /** For reads and single statements. */
  query: <T>(work: (db: Kysely<Database>) => Promise<T>) => Promise<T>;
  /** On the disk when it returns. The work must use nothing but its own `tx`, or SQLite waits for itself. */
  transaction: <T>(work: (tx: Transaction<Database>) => Promise<T>) => Promise<T>;
  /**
   * Keeps other transactions with one of the same names waiting until this one ends, on every instance.
   * Who calls it twice must take the names in the same order everywhere, so that none waits in a circle.
   */
  lock: (tx: Transaction<Database>, names: readonly string[]) => Promise<void>;
  /**
   * A keyed hash that is the same for all addresses of one mailbox, on every instance.
   * @throws before the first query or transaction
   */
  mailboxKey: (address: string) => string;
  close: () => Promise<void>;
};

type StoreClient = { kind: 'sqlite'; database: DatabaseSync } | { kind: 'postgres'; pool: Pool };

export type StoreOptions = {
  /** Folder of the SQLite file; made when missing. */
  dataDir: string;
  /** `postgres://...`; without it SQLite serves. */
  databaseUrl?: string | undefined;
  /** Milliseconds that a statement of SQLite waits for another process. */
  lockTimeout?: number;
  log?: (line: string) => void;
};

/**
 * Opens the store and brings its schema up to date, safely with other instances at the same step.
 * A PostgreSQL that can't be reached is no error here: the first use that reaches it goes on.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, lockTimeout = 5_000, log = () => undefined } = options;
  const store = databaseUrl
    ? postgresStore(databaseUrl, log)
    : sqliteStore(join(dataDir, 'site.sqlite'), lockTimeout);
  try {
    await store.query(async () => undefined);
  } catch (error) {
    const willRecover = databaseUrl && error instanceof ApiError;
    if (!willRecover) {
      await store.close();
      const cause = error instanceof ApiError ? error.cause : error;
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      const place = databaseUrl ? 'the database' : `the database in ${dataDir}`;
      throw new Error(`${place} can’t be used${reason}`, { cause });
    }
    log(`${(error.cause as Error).message}; it is tried again with each request`);
  }
  return store;
}

function postgresStore(url: string, log: (line: string) => void): Store {
  const { dialect, pool } = openPostgres(url, {
    onConnectionLost: (code) => log(`a database connection was lost (${code})`),
  });
  return createStore(dialect, () => ({ kind: 'postgres', pool }), 'postgres');
}

function sqliteStore(path: string, lockTimeout: number): Store {
  const { dialect, client } = openSqlite(path, { lockTimeout });
  return createStore(dialect, () => ({ kind: 'sqlite', database: client() }), 'sqlite');
}

function createStore(dialect: Dialect, client: Store['client'], kind: Store['kind']): Store {
  const db = new Kysely<Database>({ dialect });
  const transaction: Store['transaction'] =
    kind === 'sqlite' ? createGroupCommit(db) : (work) => beginAgain(db, work);
  const guard = createHangGuard();
  let migrated: Promise<string> | undefined;
  let mailboxSecret: string | undefined;

  async function ready(): Promise<void> {
    migrated ??= db.transaction().execute(async (tx) => {
      await lock(tx, ['migrations']);
      await migrate(tx);
      return readMailboxSecret(tx);
    });
    try {
      mailboxSecret = await migrated;
    } catch (error) {
      migrated = undefined;
      throw error;
    }
  }

  async function lock(tx: Transaction<Database>, names: readonly string[]): Promise<void> {
    // A transaction of SQLite is alone from its first moment.
    if (kind === 'sqlite') return;
    const keys = names.map(lockKey).sort((a, b) => (a < b ? -1 : 1));
    await sql`select pg_advisory_xact_lock(key) from unnest(${keys}::bigint[]) as key`.execute(tx);
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await guard(async () => {
        await ready();
        return work();
      });
    } catch (error) {
      throw storeFailure(error);
    }
  }

  return {
    kind,
    client,
    lock,
    query: (work) => guarded(() => work(db)),
    transaction: (work) => guarded(() => transaction(work)),
    mailboxKey(address) {
      if (mailboxSecret === undefined) throw new Error('the store is not ready: its secret is not read yet');
      return hashMailbox(address, mailboxSecret);
    },
    close: () => db.destroy(),
  };
}

/** FNV-1a in 64 bits. Two names that meet only wait for each other. */
function lockKey(name: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(name)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return BigInt.asIntN(64, hash);
}
