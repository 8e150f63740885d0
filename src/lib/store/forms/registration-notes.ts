import type { Kysely, Selectable, Transaction } from 'kysely';
import { readRegistrations } from './plan-in-store.ts';
import { undoPeriod } from './undo-batch.ts';
import type { Store } from '#lib/store/open.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { Database, RegistrationNoteTable } from '#lib/store/schema.ts';
import { writeLog, type Doer } from '#lib/store/staff/staff-log.ts';

export type RegistrationNote = Selectable<RegistrationNoteTable>;

type Tx = Transaction<Database>;

/** Writes notes of staff about registrations, which are deleted with them. */
export function createRegistrationNotes(store: Store) {
  return {
    /**
     * Stores a note. Returns the id of the log entry, which has no text; undefined if the registration is unknown, or
     * after a second click on the button.
     */
    add(reference: string, { text, who, now }: Doer & { text: string }): Promise<string | undefined> {
      return store.transaction(async (tx) => {
        const [row] = await readRegistrations(tx, ['reference', [reference]], store);
        if (!row) return undefined;
        const last = await tx
          .selectFrom('registration_notes')
          .select(['text', 'written_by'])
          .where('registration_id', '=', row.id)
          .where('written_at', '>', now - undoPeriod)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (last?.text === text && last.written_by === who) return undefined;
        const note = {
          id: createRowId(now),
          registration_id: row.id,
          text,
          written_by: who,
          written_at: now,
        };
        await tx.insertInto('registration_notes').values(note).execute();
        return writeLog(tx, { who, action: 'note-written', subject: reference }, now);
      });
    },

    /** Returns the id of the log entry; undefined if the note is deleted already, or belongs to another registration. */
    delete(reference: string, { note, who, now }: Doer & { note: string }): Promise<string | undefined> {
      return store.transaction(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('registration_notes')
          .where('id', '=', note)
          .where('registration_id', 'in', idOf(tx, reference))
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return undefined;
        return writeLog(tx, { who, action: 'note-deleted', subject: reference }, now);
      });
    },
  };
}

export type RegistrationNotes = ReturnType<typeof createRegistrationNotes>;

/** Maps the id of each registration to its notes, oldest first. */
export async function readNotes(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, RegistrationNote[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('registration_notes')
    .selectAll()
    .where('registration_id', 'in', ids)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ registration_id }) => registration_id);
}

/** Gives the notes about a registration to the one that replaces it. */
export async function moveNotes(tx: Tx, from: string, to: string): Promise<void> {
  await tx
    .updateTable('registration_notes')
    .set({ registration_id: idOf(tx, to) })
    .where('registration_id', 'in', idOf(tx, from))
    .execute();
}

function idOf(tx: Tx, reference: string) {
  return tx.selectFrom('registrations').select('id').where('reference', '=', reference);
}
