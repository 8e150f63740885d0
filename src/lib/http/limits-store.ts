import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { CounterStoreConnection } from './limits-counter.ts';
import { repeat, sleep, type Repetition } from '#lib/base/repeat.ts';

/** Where the shared limits are counted. `memory` is for tests: it is neither shared nor persistent. */
export type CounterStore =
  /** `database` is a function, because the connection changes when a backup is restored. */
  | { kind: 'sqlite'; database: () => DatabaseSync }
  | { kind: 'postgres'; pool: Pool }
  /** `open` is a function, because a site without Redis does not load its client. */
  | { kind: 'redis'; open: () => CounterStoreConnection }
  | { kind: 'memory' };

const tableName = 'rate_limit';
const sweepEveryMs = 60_000;

/** Undefined for memory, which needs no connection. Never throws: an unreachable store fails at the first request. */
export function openCounterStore(store: CounterStore): CounterStoreConnection | undefined {
  if (store.kind === 'sqlite') return openSqlite(store.database);
  if (store.kind === 'postgres') return openPostgres(store.pool);
  if (store.kind === 'redis') return store.open();
  return undefined;
}

function openSqlite(database: () => DatabaseSync): CounterStoreConnection {
  // Implements the part of better-sqlite3 that the library uses. One statement is atomic without a transaction around
  // it.
  const storeClient = {
    prepare: (sql: string) => prepareWhole(database(), sql),
    transaction: (statement: () => unknown) => () => {
      if (database().isTransaction) throw new OpenTransactionError();
      return statement();
    },
  };
  const table = createTable(async () =>
    database().exec(
      `CREATE TABLE IF NOT EXISTS ${tableName} (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER)`,
    ),
  );
  const sweeps = startSweeps(async () =>
    database().prepare(`DELETE FROM ${tableName} WHERE expire < ?`).run(Date.now()),
  );
  return {
    createLimiter: (options) =>
      new RateLimiterSQLite({
        ...options,
        storeClient,
        storeType: 'better-sqlite3',
        tableName,
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    async run(change, signal) {
      for (;;) {
        signal.throwIfAborted();
        try {
          await table();
          return await change();
        } catch (error) {
          if (isBusy(error)) await sleep(Math.random() * 4);
          else if (error instanceof OpenTransactionError) await nextTurn();
          else throw error;
        }
      }
    },
    close: async () => void sweeps.stop(),
  };
}

/**
 * `get` in `node:sqlite` stops at the first row, before the commit, and hides a commit that fails, for example on a
 * full disk. The count would be returned but not stored, so this reads all rows.
 */
function prepareWhole(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql);
  return {
    get: (...values: SQLInputValue[]) => statement.all(...values)[0],
    run: (...values: SQLInputValue[]) => statement.run(...values),
    all: (...values: SQLInputValue[]) => statement.all(...values),
  };
}

/**
 * Another transaction is open on the shared connection. A count inside it would be rolled back with it, so the
 * count waits until it ends.
 */
class OpenTransactionError extends Error {}

/** SQLITE_BUSY or one of its extended codes: another process is writing. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

function openPostgres(pool: Pool): CounterStoreConnection {
  const table = createTable(() =>
    pool.query(
      `CREATE TABLE IF NOT EXISTS ${tableName} (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`,
    ),
  );
  const sweeps = startSweeps(() => pool.query(`DELETE FROM ${tableName} WHERE expire < $1`, [Date.now()]));
  return {
    createLimiter: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        tableName,
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    async run(change) {
      await table();
      return change();
    },
    close: async () => void sweeps.stop(),
  };
}

/** Creates the table before the first use, and retries at the next use if that fails. */
function createTable(create: () => Promise<unknown>): () => Promise<unknown> {
  let created: Promise<unknown> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}

/** Deletes counts soon after they expire: the library keeps them for an hour, and they are personal data. */
function startSweeps(sweep: () => Promise<unknown>): Repetition {
  return repeat({
    run: sweep,
    every: sweepEveryMs,
    firstAfter: sweepEveryMs,
    // The next sweep makes up for a failed one, and requests report a store that is down.
    onError: () => undefined,
  });
}
