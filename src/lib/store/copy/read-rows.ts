import type { DatabaseSync } from 'node:sqlite';
import type { Row, Value } from './row-digest.ts';
import { quoteName, type RunQuery, type StoreTable } from './store-tables.ts';

const maxRows = 1_000;
/** A draft of a picture has up to 27 million characters. */
const maxLength = 8_000_000;

function selectAll({ name, columns }: StoreTable): string {
  return `select ${columns.map(quoteName).join(', ')} from ${quoteName(name)}`;
}

/** Reads all rows of a table in batches. The transaction must not write to it meanwhile. */
export async function* readSqliteRows(database: DatabaseSync, table: StoreTable): AsyncGenerator<Row[]> {
  const statement = database.prepare(selectAll(table));
  statement.setReturnArrays(true);
  let batch: Row[] = [];
  let length = 0;
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
    batch.push(row);
    length += lengthOf(row);
    if (batch.length < maxRows && length < maxLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  yield batch;
}

/** Reads all rows of a table in batches. @param query in an open transaction */
export async function* readPostgresRows(query: RunQuery, table: StoreTable): AsyncGenerator<Row[]> {
  await query(`declare copied_rows no scroll cursor for ${selectAll(table)}`);
  for (let count = 1; ;) {
    const found = await query(`fetch ${count} from copied_rows`);
    if (found.length === 0) break;
    const rows = found.map((row) => table.columns.map((column) => row[column] as Value));
    const length = rows.reduce((sum, row) => sum + lengthOf(row), 0);
    // Double the batch while its rows are short.
    count = Math.max(1, length > maxLength ? Math.floor(count / 8) : Math.min(2 * count, maxRows));
    yield rows;
  }
  await query('close copied_rows');
}

function lengthOf(row: Row): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
}
