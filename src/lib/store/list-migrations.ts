import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgres } from '#lib/store/dialects/postgres-dialect.ts';
import { storeHints } from '#lib/store/dialects/failure.ts';
import { listMigrationNames, migrationNames } from './migrations.ts';
import type { StoreOptions } from './open.ts';

export type ListedMigration = {
  name: string;
  /** In milliseconds; undefined if it has not run. */
  appliedAt: number | undefined;
  /** False for a migration of a newer release. */
  isKnown: boolean;
};

type Row = { name: string; applied_at: number };

/**
 * Lists the migrations of this release, and those that a newer release has run. Changes nothing in the database.
 * @throws Error if the database cannot be read, or if its first migration could not run
 */
export async function listMigrations({
  dataDir,
  databaseUrl,
  hasDesk = true,
}: Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'hasDesk'>): Promise<ListedMigration[]> {
  const rows = databaseUrl ? await readPostgres(databaseUrl) : readSqlite(join(dataDir, 'site.sqlite'));
  const applied = new Map(rows.map(({ name, applied_at }) => [name, applied_at]));
  return [...new Set([...listMigrationNames({ hasDesk }), ...applied.keys()])].map((name) => ({
    name,
    appliedAt: applied.get(name),
    isKnown: migrationNames.includes(name),
  }));
}

const statement = 'select name, applied_at from schema_migrations';

function readSqlite(file: string): Row[] {
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("select name from sqlite_master where name = 'schema_migrations'").all();
    return tables.length === 0 ? [] : (database.prepare(statement).all() as Row[]);
  } finally {
    database.close();
  }
}

async function readPostgres(url: string): Promise<Row[]> {
  const { pool } = openPostgres(url, { onConnectionLost: () => undefined });
  try {
    const { rows } = await pool.query<{ found: boolean; creates: boolean }>(
      `select to_regclass('schema_migrations') is not null as found,
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates`,
    );
    if (rows[0]?.found) return (await pool.query<Row>(statement)).rows;
    if (!rows[0]?.creates) throw new Error(storeHints['42501']);
    return [];
  } finally {
    await pool.end();
  }
}
