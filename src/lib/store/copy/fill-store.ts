import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, type Transaction } from 'kysely';
import { messageOf } from '#lib/base/message-of.ts';
import { toStoreError } from '#lib/store/dialects/failure.ts';
import { openPostgres } from '#lib/store/dialects/postgres-dialect.ts';
import { openSqlite } from '#lib/store/dialects/sqlite-dialect.ts';
import { migrate, migrationNames } from '#lib/store/migrations.ts';
import type { Database } from '#lib/store/schema.ts';
import { connectPostgres, explainPostgres, withoutUser } from './connect-postgres.ts';
import { readPostgresRows, readSqliteRows } from './read-rows.ts';
import { digestRows, type Row, type TableDigest } from './row-digest.ts';
import { storeFile, type StorePlace } from './store-snapshot.ts';
import { listStoreMigrations, quoteName, type RunQuery, type StoreTable } from './store-tables.ts';

/** A new store that is being filled. Nothing of it is visible until all of its rows are compared. */
type StoreWriter = {
  write(table: StoreTable, rows: readonly Row[]): Promise<void>;
  /** Reads the rows of a table back. */
  read(table: StoreTable): AsyncIterable<readonly Row[]>;
};

export type CopiedTable = StoreTable & TableDigest;

type Filling = {
  place: StorePlace;
  /** The migrations of the rows. Those that this release adds run at its next start. */
  migrations: readonly string[];
  /** The tables that are filled. Others keep the rows that migrations write, such as new secrets. */
  tables: readonly StoreTable[];
  /** Writes all rows, parents first. @returns what the store must contain now */
  fill: (writer: StoreWriter) => Promise<readonly CopiedTable[]>;
};

/**
 * Creates a store from rows, in one transaction, and compares what was written with what should be there.
 * @throws Error if there is a store already, if the rows belong to a newer release, or if they differ
 */
export async function fillStore(filling: Filling): Promise<void> {
  requireKnownMigrations(filling.migrations);
  await requireNoStore(filling.place);
  await (filling.place.databaseUrl ? fillPostgres(filling, filling.place.databaseUrl) : fillSqlite(filling));
}

/** @throws Error if rows with these migrations belong to a newer release */
export function requireKnownMigrations(migrations: readonly string[]): void {
  const unknown = migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0)
    throw new Error(`the rows belong to a newer release, with ${unknown.join(', ')}: install that release`);
}

/** @throws Error if there is a store already */
export async function requireNoStore(place: StorePlace): Promise<void> {
  if (!place.databaseUrl) {
    const file = storeFile(place);
    if (existsSync(file))
      throw new Error(
        `${file} has a store already: move it away, with the files -wal and -shm beside it, or choose another DATA_DIR`,
      );
    // SQLite would write what a killed server left there into the new store, and so destroy it.
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
      throw new Error(
        `${file}-wal belongs to a store that was moved away: move it and ${file}-shm there, too`,
      );
    return;
  }
  const { query, close } = await connectPostgres(place.databaseUrl);
  try {
    const migrations = await listStoreMigrations('postgres', query);
    if (migrations.length > 0)
      throw new Error(
        `${withoutUser(place.databaseUrl)} has a store already: create an empty database, and name that one`,
      );
  } finally {
    await close();
  }
}

async function fillSqlite({ place, migrations, tables, fill }: Filling): Promise<void> {
  const file = storeFile(place);
  const part = join(dirname(file), 'site.sqlite.part');
  const removePart = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(part + end, { force: true });
  };
  removePart();
  const { dialect, client } = openSqlite(part, { lockTimeout: 0 });
  const db = new Kysely<Database>({ dialect });
  try {
    await db.transaction().execute(async (tx) => {
      await migrate(tx, migrations);
      await removeRows(tx, tables);
      const writer = namingTables(createSqliteWriter(client()));
      await compare(writer, await fill(writer));
    });
    await db.destroy();
    // A server may have started meanwhile.
    await requireNoStore(place);
    renameSync(part, file);
  } catch (error) {
    await db.destroy();
    removePart();
    throw error;
  }
}

function createSqliteWriter(database: DatabaseSync): StoreWriter {
  return {
    async write({ name, columns }, rows) {
      const marks = columns.map(() => '?').join(', ');
      const names = columns.map(quoteName).join(', ');
      const insert = database.prepare(`insert into ${quoteName(name)} (${names}) values (${marks})`);
      for (const row of rows) insert.run(...row);
    },
    read: (table) => readSqliteRows(database, table),
  };
}

async function fillPostgres({ migrations, tables, fill }: Filling, url: string): Promise<void> {
  const { dialect } = openPostgres(url, { onConnectionLost: () => undefined });
  const db = new Kysely<Database>({ dialect });
  try {
    await db.transaction().execute(async (tx) => {
      await migrate(tx, migrations).catch((cause: unknown) => {
        throw new Error(`nothing was stored: ${explainPostgres(cause)}`, { cause });
      });
      const query: RunQuery = async (statement) =>
        (await sql.raw<Record<string, unknown>>(statement).execute(tx)).rows;
      await removeRows(tx, tables);
      const writer = namingTables(createPostgresWriter(tx, query));
      await compare(writer, await fill(writer));
    });
  } finally {
    await db.destroy();
  }
}

function createPostgresWriter(tx: Transaction<Database>, query: RunQuery): StoreWriter {
  return {
    async write({ name, columns }, rows) {
      const names = sql.join(columns.map((column) => sql.ref(column)));
      const objects = rows.map((row) =>
        Object.fromEntries(columns.map((column, index) => [column, row[index]])),
      );
      await sql`insert into ${sql.table(name)} (${names}) select ${names}
        from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(objects)}::json)`.execute(tx);
    },
    read: (table) => readPostgresRows(query, table),
  };
}

/** Names the table in errors of the database, without its own message: it may quote a row. */
function namingTables(writer: StoreWriter): StoreWriter {
  return {
    ...writer,
    async write(table, rows) {
      try {
        await writer.write(table, rows);
      } catch (cause) {
        throw new Error(
          `nothing was stored: a row of ${table.name} is refused: ${messageOf(toStoreError(cause))}`,
          { cause },
        );
      }
    },
  };
}

/** Removes the rows that migrations have written. */
async function removeRows(tx: Transaction<Database>, tables: readonly StoreTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx);
}

/** @throws Error with the first table whose rows differ */
async function compare(writer: StoreWriter, expected: readonly CopiedTable[]): Promise<void> {
  for (const table of expected) {
    const found = await digestRows(writer.read(table));
    if (found.rows === table.rows && found.digest === table.digest) continue;
    throw new Error(`nothing was stored: ${table.name} has ${found.rows} rows of ${table.rows}, or others`);
  }
}
