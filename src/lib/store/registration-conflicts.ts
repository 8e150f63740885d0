import type { Kysely, Selectable, Transaction } from 'kysely';
import { conflictingStudents, requested } from './conflict-queries.ts';
import type { Store } from './open.ts';
import { enqueue, type OutgoingMail } from './outbox.ts';
import type { Database, RegistrationTable } from './schema.ts';
import { takesPlace } from './seats.ts';
import type { Doer } from './staff-actions.ts';
import { writeLog } from './staff-log.ts';

type Tx = Transaction<Database>;
type Registration = Selectable<RegistrationTable>;

type KeepOptions = Doer & {
  /** References of the conflicting registrations that the page showed. */
  others: readonly string[];
  mailsFor: (kept: KeptRegistration) => readonly OutgoingMail[];
};

type Places = {
  /** It got at least one seat from a registration that was withdrawn. */
  hasNewSeat: boolean;
  /** Codes of the courses for which it waits. */
  waiting: string[];
};

export type KeptRegistration = Places & { kept: Registration; withdrawn: readonly Registration[] };

/**
 * Registrations of one student for one term under different addresses: one of them may be somebody else's. They
 * are in conflict until one is kept, or all are marked as done.
 */
export function createRegistrationConflicts(store: Store) {
  return {
    /** The registrations that this one is in conflict with, oldest first. */
    of(registration: Registration): Promise<Registration[]> {
      return store.query(async (db) => {
        if (registration.status !== 'requested') return [];
        const others = await otherAddresses(db, registration).orderBy('id').execute();
        const areDone = [registration, ...others].every(({ handling }) => handling === 'done');
        return areDone ? [] : others;
      });
    },

    /** How many students have registrations in conflict. */
    count(): Promise<number> {
      return store.query(async (db) => {
        const row = await db
          .selectFrom(conflictingStudents(db).as('students'))
          .select((select) => select.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return row.count;
      });
    },

    /**
     * Withdraws the others, gives their seats to the kept one where it waits for one, and frees the rest.
     * Undefined when the registrations are not the ones any more that the page showed.
     */
    keep(reference: string, { others, who, now, mailsFor }: KeepOptions): Promise<string | undefined> {
      return store.transaction(async (tx) => {
        const kept = await lockStudent(tx, reference);
        if (!kept) return undefined;
        const found = await otherAddresses(tx, kept).execute();
        const isAsShown =
          found.length > 0 &&
          found.length === others.length &&
          found.every((row) => others.includes(row.reference));
        if (!isAsShown) return undefined;
        const ids = found.map(({ id }) => id);
        const places = await takeOverSeats(tx, { id: kept.id, from: ids, now });
        await withdrawAll(tx, ids, { who, now });
        const facts = { withdrawn: others.toSorted().join(' ') };
        const line = await writeLog(tx, { who, action: 'registration-kept', subject: reference, facts }, now);
        await enqueue(tx, mailsFor({ ...places, kept, withdrawn: found }), { store, now, isCapped: false });
        return line;
      });
    },
  };

  /** Two registrars who keep different ones at once must not withdraw both. */
  async function lockStudent(tx: Tx, reference: string): Promise<Registration | undefined> {
    const find = () =>
      tx
        .selectFrom('registrations')
        .selectAll()
        .where('reference', '=', reference)
        .where('status', '=', requested)
        .executeTakeFirst();
    const before = await find();
    if (!before) return undefined;
    await store.lock(tx, [`student ${before.term} ${before.student_key}`]);
    return find();
  }
}

export type RegistrationConflicts = ReturnType<typeof createRegistrationConflicts>;

function otherAddresses(db: Kysely<Database>, { term, student_key, email_key }: Registration) {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where('status', '=', requested)
    .where('term', '=', term)
    .where('student_key', '=', student_key)
    .where('email_key', '!=', email_key);
}

async function takeOverSeats(
  tx: Tx,
  { id, from, now }: { id: string; from: readonly string[]; now: number },
): Promise<Places> {
  const free = tx
    .selectFrom('registration_courses')
    .select('course')
    .where('registration_id', 'in', from)
    .where('waiting', '=', 0)
    .where(takesPlace(now));
  const { numUpdatedRows } = await tx
    .updateTable('registration_courses')
    .set({ waiting: 0 })
    .where('registration_id', '=', id)
    .where('waiting', '=', 1)
    .where('course', 'in', free)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('registration_courses')
    .select('course')
    .where('registration_id', '=', id)
    .where('waiting', '=', 1)
    .orderBy('course')
    .execute();
  return { hasNewSeat: numUpdatedRows > 0n, waiting: rows.map(({ course }) => course) };
}

async function withdrawAll(tx: Tx, ids: readonly string[], { who, now }: Doer): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({
      status: 'withdrawn',
      handling: 'withdrawn',
      withdrawn_at: now,
      live: 0,
      handled_by: who,
      handled_at: now,
    })
    .where('id', 'in', ids)
    .where('status', '=', requested)
    .execute();
  await tx
    .updateTable('registration_courses')
    .set({ active: 0 })
    .where('registration_id', 'in', ids)
    .execute();
}
