import type { DatabaseSync } from 'node:sqlite';

export type StoreTable = { name: string; columns: readonly string[] };

/** Runs a statement without parameters. @returns its rows by column */
export type RunQuery = (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** `rate_limit` counts requests of the last minutes; each store has its own list of migrations. */
const withoutCopy = new Set(['rate_limit', 'schema_migrations']);

/** The types that are the same in both databases, and in JSON. */
const copiedTypes = /^(text|character varying|integer|bigint|smallint|real|double precision)$/i;

const columnsOf = {
  sqlite: `select m.name as "table", c.name as name, c.type as type
    from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' order by m.name, c.cid`,
  postgres: `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, a.attnum`,
};

const referencesOf = {
  sqlite: `select m.name as child, f."table" as parent
    from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  postgres: `select child.relname as child, parent.relname as parent from pg_constraint k
    join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace`,
};

const migrationsOf = {
  sqlite: `select name from sqlite_master where name = 'schema_migrations'`,
  postgres: `select 1 as name where to_regclass('schema_migrations') is not null`,
};

/**
 * Lists the tables of a store, as the database describes them: a table that refers to another comes after it.
 * @throws Error for a column whose type the two databases do not share
 */
export async function listStoreTables(kind: 'sqlite' | 'postgres', query: RunQuery): Promise<StoreTable[]> {
  const columns = (await query(columnsOf[kind])) as { table: string; name: string; type: string }[];
  const references = (await query(referencesOf[kind])) as { child: string; parent: string }[];
  const copied = columns.filter(({ table }) => !withoutCopy.has(table));
  for (const { table, name, type } of copied)
    if (!copiedTypes.test(type))
      throw new Error(`${table}.${name} has the type ${type}, which cannot be copied`);
  const tables = Map.groupBy(copied, ({ table }) => table);
  const sorted = new Set<string>();
  const add = (name: string): void => {
    if (sorted.has(name)) return;
    for (const { child, parent } of references) if (child === name && parent !== name) add(parent);
    sorted.add(name);
  };
  for (const name of tables.keys()) add(name);
  return [...sorted].map((name) => ({ name, columns: (tables.get(name) ?? []).map((each) => each.name) }));
}

/** Lists the migrations that a store has run, in their order; none if it has no tables. */
export async function listStoreMigrations(kind: 'sqlite' | 'postgres', query: RunQuery): Promise<string[]> {
  if ((await query(migrationsOf[kind])).length === 0) return [];
  return (await query('select name from schema_migrations order by name')).map(({ name }) => String(name));
}

export function querySqlite(database: DatabaseSync): RunQuery {
  return async (statement) => database.prepare(statement).all();
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
