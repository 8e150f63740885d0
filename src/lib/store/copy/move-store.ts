import { fillStore, requireNoStore, type CopiedTable } from './fill-store.ts';
import { createRowDigest } from './row-digest.ts';
import { openStoreSnapshot, type StorePlace } from './store-snapshot.ts';

/**
 * Copies a store that no server uses to another place, and compares every row. The old store stays as it is.
 * @throws Error if a server uses the store, if there is none, or if the other place is the same or has one
 */
export async function moveStore(from: StorePlace, to: StorePlace): Promise<CopiedTable[]> {
  if (isSame(from, to)) throw new Error('the site uses this store already: there is nothing to move');
  await requireNoStore(to);
  const snapshot = await openStoreSnapshot(from, 'alone');
  if (!snapshot)
    throw new Error('there is no store to move: start the site once with the new setting instead');
  const copied: CopiedTable[] = [];
  try {
    await fillStore({
      place: to,
      migrations: snapshot.migrations,
      tables: snapshot.tables,
      async fill(writer) {
        for (const table of snapshot.tables) {
          const digest = createRowDigest();
          for await (const rows of snapshot.read(table)) {
            for (const row of rows) digest.add(row);
            await writer.write(table, rows);
          }
          copied.push({ ...table, ...digest.read() });
        }
        return copied;
      },
    });
  } finally {
    await snapshot.close();
  }
  return copied;
}

function isSame(from: StorePlace, to: StorePlace): boolean {
  return (
    from.databaseUrl === to.databaseUrl && (from.databaseUrl !== undefined || from.dataDir === to.dataDir)
  );
}
