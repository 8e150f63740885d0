import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { isBusy } from './failure.ts';

type Options = {
  /** Milliseconds that a statement waits for another process's lock. */
  lockTimeout: number;
};

/** Kysely on `node:sqlite`, with one connection. A commit is on disk before it returns. See decision 29. */
export function openSqlite(path: string, options: Options): { dialect: Dialect; client: () => DatabaseSync } {
  const connection = new SqliteConnection(path, options);
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteFileDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return { dialect, client: () => connection.database() };
}

class SqliteFileDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init() {}

  async acquireConnection() {
    return this.#connection;
  }

  /** Takes the write lock at once: a transaction that starts with a read could fail to get it later. */
  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** After some errors, such as a full disk, SQLite has rolled back already. */
  async rollbackTransaction(connection: DatabaseConnection) {
    if (!this.#connection.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection() {}

  async destroy() {
    this.#connection.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #path: string;
  readonly #options: Options;
  readonly #statements = new Map<string, StatementSync>();
  #open: { database: DatabaseSync; inode: number } | undefined;

  constructor(path: string, options: Options) {
    this.#path = path;
    this.#options = options;
  }

  get inTransaction(): boolean {
    return this.#open?.database.isTransaction ?? false;
  }

  /** Retries while the database is locked. SQLite's own busy timeout would block the event loop. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const deadline = Date.now() + this.#options.lockTimeout;
    for (;;) {
      try {
        return this.#run<R>(query);
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error;
      }
      await delay(Math.random() * 4);
    }
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the SQLite store does not stream');
  }

  close() {
    this.#statements.clear();
    this.#open?.database.close();
    this.#open = undefined;
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): StatementSync {
    const database = this.database();
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= 200) this.#statements.clear();
    const statement = database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * Writes to a file that was moved or replaced would be lost without an error. So each use checks the file at the path:
   * a missing file is an error, and a replaced one (a restored back-up) is opened.
   */
  database(): DatabaseSync {
    if (this.#open?.database.isTransaction) return this.#open.database;
    if (this.#open && statSync(this.#path).ino !== this.#open.inode) this.close();
    if (!this.#open) {
      mkdirSync(dirname(this.#path), { recursive: true });
      const database = openFile(this.#path);
      this.#open = { database, inode: statSync(this.#path).ino };
    }
    return this.#open.database;
  }
}

function openFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  // These statements wait while another process opens, recovers or closes the file.
  try {
    database.exec(`pragma busy_timeout = 5000; pragma journal_mode = wal;
      pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -16000;
      pragma wal_autocheckpoint = 4000; pragma busy_timeout = 0`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
