import type { Kysely, Selectable, Transaction } from 'kysely';
import { conflictingStudents, requested } from './conflict-queries.ts';
import type { Store } from '#lib/store/open.ts';
import { enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Database, RegistrationTable } from '#lib/store/schema.ts';
import { lockSeats, readRegistrations } from './plan-in-store.ts';
import { dropPlaceLetters } from './place-letters.ts';
import { isActiveRequest, settleSeats } from './seats.ts';
import { undoPeriod } from './undo-batch.ts';
import { writeLog, type Doer } from '#lib/store/staff/staff-log.ts';

type Tx = Transaction<Database>;
type Registration = Selectable<RegistrationTable>;

type KeepOptions = Doer & {
  /** References of the conflicting registrations that the page showed. */
  others: readonly string[];
  /** Returns the total number of seats of a course in a term. */
  seats: (course: string, term: string) => number;
  mailsFor: (kept: KeptRegistration) => readonly OutgoingMail[];
};

export type KeptRegistration = {
  kept: Registration;
  withdrawn: readonly Registration[];
  /** True if the kept registration got a seat that it did not have before. */
  hasNewSeat: boolean;
  /** Courses for which the kept registration waits. */
  waiting: string[];
};

/**
 * Two or more registrations of one student and term with different addresses are a conflict: one may be from someone
 * else. It lasts until staff keep one registration or mark all as done.
 */
export function createRegistrationConflicts(store: Store) {
  return {
    /** Returns the registrations in conflict with this one, oldest first. */
    of(registration: Registration): Promise<Registration[]> {
      return store.query(async (db) => {
        if (registration.status !== 'requested') return [];
        const others = await otherAddresses(db, registration).orderBy('id').execute();
        const areDone = [registration, ...others].every(({ handling }) => handling === 'done');
        return areDone ? [] : others;
      });
    },

    /** Counts the students with registrations in conflict. */
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
     * Withdraws the other registrations. The kept one keeps its seats permanently, even if unconfirmed or lapsed, and
     * takes over seats that it lacks. Returns the id of the log entry, or nothing in its place if the same person has
     * just kept it: with a second click on the button. Returns undefined if the registrations in conflict are no longer
     * those that the page showed.
     */
    async keep(reference: string, options: KeepOptions): Promise<{ logId?: string } | undefined> {
      return store.transaction((tx) => keepIn(tx, reference, options));
    },

    /** Returns the emails that `keep` would send, and changes nothing. */
    async previewKeep(reference: string, options: KeepOptions): Promise<readonly OutgoingMail[] | undefined> {
      const undone = new Error('This was only a preview.');
      let mails: readonly OutgoingMail[] | undefined;
      await store
        .transaction(async (tx) => {
          mails = (await keepIn(tx, reference, options))?.mails;
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      return mails;
    },
  };

  async function keepIn(
    tx: Tx,
    reference: string,
    { others, seats, who, now, mailsFor }: KeepOptions,
  ): Promise<{ logId?: string; mails?: readonly OutgoingMail[] } | undefined> {
    const { kept, found } = await lockConflict(tx, reference);
    const isAsShown =
      found.length > 0 &&
      found.length === others.length &&
      found.every((row) => others.includes(row.reference));
    if (kept && (await isJustKept(tx, others, { who, now }))) return {};
    if (!kept || !isAsShown) return undefined;
    const ids = found.map(({ id }) => id);
    const passedOn = await listSeats(tx, ids, now);
    await withdrawAll(tx, ids, { who, now });
    await dropPlaceLetters(
      tx,
      found.map((row) => row.reference),
    );
    const { id, term, course_set } = kept;
    const { hasNewSeat, waiting } = await settleSeats(tx, {
      id,
      term,
      store,
      now,
      passedOn,
      seats: Object.fromEntries(course_set.split(' ').map((course) => [course, seats(course, term)])),
    });
    const facts = { withdrawn: others.toSorted().join(' ') };
    const logId = await writeLog(tx, { who, action: 'registration-kept', subject: reference, facts }, now);
    const mails = mailsFor({ kept, withdrawn: found, hasNewSeat, waiting });
    await enqueue(tx, mails, { store, now, isCapped: false });
    return { logId, mails };
  }

  /**
   * Reads a registration and those in conflict with it. They are locked in the order of decisions: who decides,
   * confirms, withdraws or keeps another one comes before or after.
   */
  async function lockConflict(tx: Tx, reference: string) {
    const shown = await tx
      .selectFrom('registrations')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst();
    const others = shown ? await otherAddresses(tx, shown).execute() : [];
    const ids = [shown, ...others].flatMap((row) => row?.id ?? []);
    const locked = await readRegistrations(tx, ['id', ids], store);
    await lockSeats(tx, store, locked);
    const live = locked.filter(({ status }) => status === 'requested');
    return {
      kept: live.find((row) => row.reference === reference),
      found: live.filter((row) => row.reference !== reference),
    };
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

/** True if this person has just withdrawn all of them. */
async function isJustKept(tx: Tx, references: readonly string[], { who, now }: Doer): Promise<boolean> {
  if (references.length === 0) return false;
  const { count } = await tx
    .selectFrom('registrations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('reference', 'in', references)
    .where('status', '=', 'withdrawn')
    .where('handled_by', '=', who)
    .where('handled_at', '>', now - undoPeriod)
    .executeTakeFirstOrThrow();
  return count === new Set(references).size;
}

/** Returns the courses in which the registrations have a seat. */
async function listSeats(tx: Tx, ids: readonly string[], now: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('registration_courses')
    .select('course')
    .where('registration_id', 'in', ids)
    .where('waiting', '=', 0)
    .where(isActiveRequest(now))
    .execute();
  return rows.map(({ course }) => course);
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
