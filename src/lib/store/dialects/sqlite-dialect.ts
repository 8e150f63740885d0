import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
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

/**
 * Kysely on `node:sqlite`, with a connection for transactions and writes, and one for reads, which don't wait for them: in
 * WAL mode a read sees the last commit. A commit is on disk before it returns. See decision 29.
 */
export function openSqlite(path: string, options: Options): { dialect: Dialect; client: () => DatabaseSync } {
  const file = new SqliteFile(path);
  const dialect: Dialect = {
    createAdapter: () => new SqliteFileAdapter(),
    createDriver: () => new SqliteFileDriver(file, options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return { dialect, client: () => file.writer().database };
}

class SqliteFileAdapter extends SqliteAdapter {
  /** Without this, Kysely runs one statement or transaction at a time. The driver does so for writes only. */
  override get supportsMultipleConnections() {
    return true;
  }
}

class SqliteFileDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #options: Options;
  readonly #writeLock = new WriteLock();

  constructor(file: SqliteFile, options: Options) {
    this.#file = file;
    this.#options = options;
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(this.#file, this.#options, this.#writeLock);
  }

  beginTransaction(connection: SqliteConnection) {
    return connection.begin();
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** After some errors, such as a full disk, SQLite has rolled back already. */
  async rollbackTransaction(connection: SqliteConnection) {
    if (!this.#file.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: SqliteConnection) {
    connection.release();
  }

  async destroy() {
    this.#file.close();
  }
}

/** Lets one transaction or write run at a time. */
class WriteLock {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves with a function that ends the lock. */
  async obtain(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return () => {
      resolve(undefined);
    };
  }
}

/** A transaction, or statements on their own. */
class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #options: Options;
  readonly #writeLock: WriteLock;
  /** Set during a transaction. */
  #unlock: (() => void) | undefined;

  constructor(file: SqliteFile, options: Options, writeLock: WriteLock) {
    this.#file = file;
    this.#options = options;
    this.#writeLock = writeLock;
  }

  /** Takes the write lock at once: a transaction that starts with a read could fail to get it later. */
  async begin(): Promise<void> {
    this.#unlock = await this.#writeLock.obtain();
    await this.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#unlock) return this.#retry<R>(query, () => this.#file.writer());
    if (isRead(query)) return this.#retry<R>(query, () => this.#file.reader());
    const unlock = await this.#writeLock.obtain();
    return this.#retry<R>(query, () => this.#file.writer()).finally(unlock);
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the SQLite store does not stream');
  }

  release() {
    this.#unlock?.();
    this.#unlock = undefined;
  }

  /** Retries while the database is locked. SQLite's own busy timeout would block the event loop. */
  async #retry<R>(query: CompiledQuery, handle: () => SqliteHandle): Promise<QueryResult<R>> {
    const deadline = Date.now() + this.#options.lockTimeout;
    for (;;) {
      try {
        return handle().run<R>(query);
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error;
      }
      await delay(Math.random() * 4);
    }
  }
}

/** Pragmas and unknown statements count as writes. */
function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql));
}

/** The file and its two connections. */
class SqliteFile {
  readonly #path: string;
  #open: { inode: number; writer: SqliteHandle; reader?: SqliteHandle } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get inTransaction(): boolean {
    return this.#open?.writer.database.isTransaction ?? false;
  }

  writer(): SqliteHandle {
    return this.#current().writer;
  }

  reader(): SqliteHandle {
    const open = this.#current();
    open.reader ??= new SqliteHandle(openFile(this.#path, 'pragma query_only = on'));
    return open.reader;
  }

  close() {
    this.#open?.reader?.database.close();
    this.#open?.writer.database.close();
    this.#open = undefined;
  }

  /**
   * Writes to a file that was moved or replaced would be lost without an error. So each use checks the file at the path:
   * a missing file is an error, and a replaced one (a restored back-up) is opened. It costs 2 µs, as much as a read by
   * key; a commit takes 140 µs. Transactions check once.
   */
  #current() {
    if (this.#open && this.inTransaction) return this.#open;
    if (this.#open && statSync(this.#path).ino !== this.#open.inode) this.close();
    if (!this.#open) {
      mkdirSync(dirname(this.#path), { recursive: true });
      const writer = new SqliteHandle(openFile(this.#path));
      this.#open = { writer, inode: statSync(this.#path).ino };
    }
    return this.#open;
  }
}

/** A connection with its prepared statements. */
class SqliteHandle {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= 200) this.#statements.clear();
    const statement = this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function openFile(path: string, more = ''): DatabaseSync {
  // The file has personal data, so other users of the machine may not read it. SQLite gives its other files the same mode.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  // These statements wait while another process opens, recovers or closes the file.
  try {
    database.exec(`pragma busy_timeout = 5000; pragma journal_mode = wal;
      pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -16000;
      pragma wal_autocheckpoint = 4000; pragma busy_timeout = 0; ${more}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
