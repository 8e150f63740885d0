import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openStore, type Store } from '#lib/store/open.ts';

type Column = { name: string; type: string; notnull: number; pk: number };
type TableShape = {
  name: string;
  columns: Column[];
  parents: string[];
  references: string[];
  statement: string;
};

type StoredRows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** Tables whose rows no copy of a store has: counters of the last minutes, and the list of migrations. */
const notCopied = ['rate_limit', 'schema_migrations'];

/** Writes two rows into each table of the schema: one with all values, one with as few as it allows. */
export async function fillTables(store: Store): Promise<void> {
  const tables = await readShapes();
  await store.transaction(async (tx) => {
    for (const table of sortParentsFirst(tables)) {
      for (const number of [1, 2]) {
        const values = table.columns.map((column) => valueOf(table, column, number));
        await sql`insert into ${sql.table(table.name)} (${sql.join(table.columns.map(({ name }) => sql.ref(name)))})
          values (${sql.join(values)}) on conflict do nothing`.execute(tx);
      }
    }
  });
}

/** Reads the rows of all tables of the schema, as the release of this checkout makes it. */
export async function readAllRows(store: Store): Promise<StoredRows> {
  const tables = await readShapes();
  const read = tables.map(async ({ name }) => {
    const { rows } = await store.query((db) =>
      sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db),
    );
    return [
      name,
      rows.map((row) => ({ ...row })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Reads the tables from a new SQLite file, so that no list of them can be out of date. */
async function readShapes(): Promise<TableShape[]> {
  const folder = await mkdtemp(join(tmpdir(), 'schema-'));
  await (await openStore({ dataDir: folder })).close();
  const database = new DatabaseSync(join(folder, 'site.sqlite'), { readOnly: true });
  const tables = database.prepare(`select name, sql from sqlite_master where type = 'table'`).all() as {
    name: string;
    sql: string;
  }[];
  const shapes = tables
    .filter(({ name }) => !notCopied.includes(name) && !name.startsWith('sqlite_'))
    .map(({ name, sql: statement }) => {
      const keys = database.prepare(`select "table", "from" from pragma_foreign_key_list('${name}')`).all();
      const columns = database.prepare(`select * from pragma_table_info('${name}')`).all() as Column[];
      return {
        name,
        statement,
        columns,
        parents: keys.map((key) => String(key['table'])),
        references: keys.map((key) => String(key['from'])),
      };
    });
  database.close();
  await rm(folder, { recursive: true });
  return shapes;
}

function sortParentsFirst(tables: readonly TableShape[]): TableShape[] {
  const sorted = new Set<TableShape>();
  const add = (table: TableShape): void => {
    for (const parent of tables) if (parent !== table && table.parents.includes(parent.name)) add(parent);
    sorted.add(table);
  };
  tables.forEach(add);
  return [...sorted];
}

function valueOf(
  table: TableShape,
  { name, type, notnull, pk }: Column,
  number: number,
): string | number | null {
  const isKey = pk > 0 || table.references.includes(name);
  if (!isKey && notnull === 0 && number === 2) return null;
  if (/^bigint$/i.test(type)) return 1_800_000_000_000 + number;
  if (/^int/i.test(type)) return number;
  const allowed = new RegExp(`\\b${name} in \\('([^']+)'`).exec(table.statement)?.[1];
  if (allowed !== undefined) return allowed;
  return isKey ? `${number}` : `Zoë ${number}: “an 'odd' \\text”,\n\ttwo lines 🌱`;
}
