import { sql } from 'kysely';
import type { DataConfig } from '#app/env.ts';
import type { BackupManifest } from '#lib/backup/backup-manifest.ts';
import { readArchivedRows, tableOf } from '#lib/backup/archived-rows.ts';
import { readArchive, verifyArchive } from '#lib/backup/read-archive.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { requireKnownMigrations } from '#lib/store/copy/fill-store.ts';
import type { Row } from '#lib/store/copy/row-digest.ts';
import type { StoreTable } from '#lib/store/copy/store-tables.ts';
import { toStoreError } from '#lib/store/dialects/failure.ts';
import { openStore, type Store } from '#lib/store/open.ts';
import { placeOf } from './back-up.ts';
import { readIdentity } from './institute-files.ts';

export type RestoringRecord = {
  /** The backup. */
  file: string;
  /** The institute's folder. */
  dir: string;
  /** The reference of a registration, an application or an enquiry. */
  reference: string;
  config: DataConfig;
};

/** The rows of a table that belong to a record. */
type FoundRows = StoreTable & { rows: readonly Row[] };

/** The records that have a reference, and the column in which their other tables name them. */
const recordTables = ['registrations', 'submissions'];
const parentColumn = 'registration_id';

/**
 * Brings one record of a backup back, with its courses, decisions and notes, into the store of a site, which may be running.
 * Its emails are not restored, so none is sent twice.
 * @returns the number of rows by table
 * @throws Error if the backup is damaged, of another institute or has no such record, or if the store has it or a repeat of it
 */
export async function restoreRecord({
  file,
  dir,
  reference,
  config,
}: RestoringRecord): Promise<Map<string, number>> {
  const { store: archived, madeAt, institute: other } = await verifyArchive(file);
  requireKnownMigrations(archived?.migrations ?? []);
  requireSameInstitute({ file, dir, own: await readIdentity(dir, config), other });
  const found = await findRows(file, archived?.tables ?? [], reference);
  const [record] = found;
  if (!record) throw new Error(`the backup of ${madeAt} has nothing with the reference ${reference}`);
  const store = await openStore(placeOf(config));
  try {
    await writeRows(store, { record, found, reference });
  } finally {
    await store.close();
  }
  return new Map(found.map(({ name, rows }) => [name, rows.length]));
}

/**
 * People of another institute must not get into this one. An institute that changed its name or its address for questions
 * is still the same.
 */
function requireSameInstitute({ file, dir, own, other }: Comparing): void {
  const isKnown = own.name !== undefined && other.name !== undefined;
  if (!isKnown || other.name === own.name || (own.email !== undefined && other.email === own.email)) return;
  throw new Error(`${file} is a backup of ${other.name}, and ${dir} is ${own.name}: nothing was changed`);
}

type Comparing = Pick<RestoringRecord, 'file' | 'dir'> & Record<'own' | 'other', BackupManifest['institute']>;

/** Finds the row with the reference first, since a backup has a table before those that refer to it. */
async function findRows(
  file: string,
  tables: readonly StoreTable[],
  reference: string,
): Promise<FoundRows[]> {
  const found = new Map<string, Row[]>();
  let id: Row[number] | undefined;
  for await (const archived of readArchive(file)) {
    const table = tables.find(({ name }) => name === tableOf(archived.name));
    // Rows come first.
    if (!table) break;
    const isRecord = recordTables.includes(table.name);
    const at = table.columns.indexOf(isRecord ? 'reference' : parentColumn);
    if (at === -1 || (isRecord && id !== undefined)) continue;
    for await (const rows of readArchivedRows(archived)) {
      const theirs = rows.filter((row) => row[at] === (isRecord ? reference : (id ?? '')));
      if (theirs.length > 0) found.set(table.name, [...(found.get(table.name) ?? []), ...theirs]);
      if (isRecord) id = theirs[0]?.[table.columns.indexOf('id')] ?? id;
    }
  }
  return [...found].map(([name, rows]) => ({
    name,
    columns: tables.find((table) => table.name === name)?.columns ?? [],
    rows,
  }));
}

type Writing = { record: FoundRows; found: readonly FoundRows[]; reference: string };

async function writeRows(store: Store, { record, found, reference }: Writing): Promise<void> {
  await store.transaction(async (tx) => {
    const same = await sql`select 1 from ${sql.table(record.name)} where reference = ${reference}`.execute(
      tx,
    );
    if (same.rows.length > 0) throw new Error(`the site has ${reference}: nothing was changed`);
    for (const { name, columns, rows } of found) {
      const names = sql.join(columns.map((column) => sql.ref(column)));
      for (const row of rows) {
        await sql`insert into ${sql.table(name)} (${names}) values (${sql.join([...row])})`
          .execute(tx)
          .catch((cause: unknown) => {
            const reason = messageOf(toStoreError(cause));
            throw new Error(
              `nothing was stored: a row of ${name} is refused: ${reason}. The same person may have sent the same request again, under another reference`,
            );
          });
      }
    }
  });
}
