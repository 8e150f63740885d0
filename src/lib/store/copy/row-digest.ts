import { hash } from 'node:crypto';

export type Value = string | number | null;
/** The values of a row, in the order of its table's columns. */
export type Row = readonly Value[];

/** The number of rows of a table, and a digest that does not depend on their order. */
export type TableDigest = { rows: number; digest: string };

/** Adds up the hashes of rows. Two tables have the same digest only if they have the same rows. */
export function createRowDigest() {
  let rows = 0;
  let sum = 0n;
  return {
    add(row: Row): void {
      const bytes = hash('sha256', JSON.stringify(row), 'buffer');
      rows += 1;
      sum = BigInt.asUintN(128, sum + (bytes.readBigUInt64LE(0) << 64n) + bytes.readBigUInt64LE(8));
    },
    read: (): TableDigest => ({ rows, digest: sum.toString(16).padStart(32, '0') }),
  };
}

/** @param batches all rows of a table */
export async function digestRows(batches: AsyncIterable<readonly Row[]>): Promise<TableDigest> {
  const digest = createRowDigest();
  for await (const rows of batches) for (const row of rows) digest.add(row);
  return digest.read();
}
