import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, type Dialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { ApiError } from '#lib/http/api-error.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { toStoreError } from '#lib/store/dialects/failure.ts';
import { createGroupCommit } from '#lib/store/dialects/group-commit.ts';
import { createCircuitBreaker } from '#lib/store/dialects/circuit-breaker.ts';
import { listMigrationNames, migrate } from './migrations.ts';
import { openPostgres, retryTransaction } from '#lib/store/dialects/postgres-dialect.ts';
import { hashMailbox, readMailboxSecret } from '#lib/store/mail/mailbox-key.ts';
import type { Database } from './schema.ts';
import { openSqlite } from '#lib/store/dialects/sqlite-dialect.ts';

/**
 * Access to the database. While it is unreachable, full or locked, `query` and `transaction` throw the ApiError
 * STORE_UNAVAILABLE. They recover by themselves.
 */
export type Store = {
  readonly kind: 'sqlite' | 'postgres';
  /**
   * The raw connection, for a library that runs its own statements. With SQLite, transactions use the same connection:
   * don't use it while `isTransaction` is true, and call `client` each time, since restoring a back-up replaces the
   * connection.
   */
  readonly client: () => StoreClient;
  /**
   * For reads and single statements. With SQLite, reads don't wait for transactions and other writes; a read sees what was
   * stored before it.
   */
  query: <T>(work: (db: Kysely<Database>) => Promise<T>) => Promise<T>;
  /** Resolves once the data is on disk. The work must write only with its own `tx`, else SQLite deadlocks. */
  transaction: <T>(work: (tx: Transaction<Database>) => Promise<T>) => Promise<T>;
  /**
   * Locks names on all instances until the transaction ends. Transactions that call it more than once must lock in the
   * same order, to prevent deadlocks.
   */
  lock: (tx: Transaction<Database>, names: readonly string[]) => Promise<void>;
  /** Returns a keyed hash of the address's mailbox. @throws before the first query or transaction */
  mailboxKey: (address: string) => string;
  close: () => Promise<void>;
};

type StoreClient = { kind: 'sqlite'; database: DatabaseSync } | { kind: 'postgres'; pool: Pool };

export type StoreOptions = {
  /** Folder of the SQLite file, created if missing. */
  dataDir: string;
  /** `postgres://...`; SQLite by default. */
  databaseUrl?: string | undefined;
  /** Without the editor's desk, its tables are not created. The default is true. */
  hasDesk?: boolean;
  /** Milliseconds that an SQLite statement waits for another process's lock. */
  lockTimeout?: number;
  log?: (line: string) => void;
};

/**
 * Opens the store and migrates its schema, even if other instances do so at the same time. If PostgreSQL is
 * unreachable, the first request that connects runs the migrations.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, hasDesk = true, lockTimeout = 5_000, log = () => undefined } = options;
  const connection = databaseUrl
    ? connectToPostgres(databaseUrl, log)
    : connectToSqlite(join(dataDir, 'site.sqlite'), lockTimeout);
  const store = createStore(connection, listMigrationNames({ hasDesk }));
  try {
    await store.query(async () => undefined);
  } catch (error) {
    if (!willRecover(error, databaseUrl)) {
      await store.close();
      const cause = error instanceof ApiError ? error.cause : error;
      const reason = cause instanceof Error ? `: ${cause.message}` : '';
      const place = databaseUrl ? 'the database of DATABASE_URL' : `the database in ${dataDir}`;
      throw new Error(`${place} can’t be used${reason}`, { cause });
    }
    log(`${messageOf((error as ApiError).cause)}; each request tries again`);
  }
  return store;
}

/** Whether a site starts although its database cannot be used, because requests can connect later. */
export function willRecover(error: unknown, databaseUrl: string | undefined): boolean {
  return databaseUrl !== undefined && toStoreError(error) instanceof ApiError;
}

type Connection = { kind: Store['kind']; dialect: Dialect; client: Store['client'] };

function connectToPostgres(url: string, log: (line: string) => void): Connection {
  const { dialect, pool } = openPostgres(url, {
    onConnectionLost: (code) => log(`a database connection was lost (${code})`),
  });
  return { kind: 'postgres', dialect, client: () => ({ kind: 'postgres', pool }) };
}

function connectToSqlite(path: string, lockTimeout: number): Connection {
  const { dialect, client } = openSqlite(path, { lockTimeout });
  return { kind: 'sqlite', dialect, client: () => ({ kind: 'sqlite', database: client() }) };
}

function createStore({ kind, dialect, client }: Connection, migrations: readonly string[]): Store {
  const db = new Kysely<Database>({ dialect });
  const transaction: Store['transaction'] =
    kind === 'sqlite' ? createGroupCommit(db) : (work) => retryTransaction(db, work);
  const withCircuitBreaker = createCircuitBreaker();
  let migrated: Promise<string> | undefined;
  let mailboxSecret: string | undefined;

  async function ready(): Promise<void> {
    migrated ??= db.transaction().execute(async (tx) => {
      await lock(tx, ['migrations']);
      await migrate(tx, migrations);
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
    // SQLite runs one transaction at a time.
    if (kind === 'sqlite') return;
    const keys = names.map(lockKey).sort((a, b) => (a < b ? -1 : 1));
    await sql`select pg_advisory_xact_lock(key) from unnest(${keys}::bigint[]) as key`.execute(tx);
  }

  async function protect<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withCircuitBreaker(async () => {
        await ready();
        return work();
      });
    } catch (error) {
      throw toStoreError(error);
    }
  }

  return {
    kind,
    client,
    lock,
    query: (work) => protect(() => work(db)),
    transaction: (work) => protect(() => transaction(work)),
    mailboxKey(address) {
      if (mailboxSecret === undefined) throw new Error('the store is not ready');
      return hashMailbox(address, mailboxSecret);
    },
    close: () => db.destroy(),
  };
}

/** FNV-1a in 64 bits. If two names have the same hash, their transactions only wait for each other. */
function lockKey(name: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(name)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return BigInt.asIntN(64, hash);
}
