import type { Selectable, Transaction } from 'kysely';
import { insertUnlessSame } from './insert-once.ts';
import type { Store } from '#lib/store/open.ts';
import { enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import { findOthers, type OtherRegistration } from './decision-rows.ts';
import { dropPlaceLetters } from './place-letters.ts';
import { identityOf, toRow, type NewRegistration } from './registration-row.ts';
import { moveNotes } from './registration-notes.ts';
import { wordsOf } from './registration-words.ts';
import { freeSeats, passOn, withdrawUnconfirmed, withdrawnAt } from './withdrawal.ts';
import type { Database, RegistrationTable } from '#lib/store/schema.ts';
import { findFull, holdUntil, insertCourses, settleSeats } from './seats.ts';

type StoredRegistration = {
  reference: string;
  /** Courses without a free seat. */
  waiting: string[];
};

type InsertOptions = {
  /** Seats of each course in the term. */
  seats: Readonly<Record<string, number>>;
  /** Milliseconds within which the same request gets the same reference. */
  sameWithin: number;
  /** True if its seats are held only for a limited time until it is confirmed. */
  needsConfirmation: boolean;
  createReference: () => string;
  /**
   * Returns the emails for a new registration, which are queued in its transaction. `replaces` is the reference of the
   * one that it has withdrawn.
   */
  mailsFor: (stored: StoredRegistration & { replaces?: string | undefined }) => readonly OutgoingMail[];
};

type ConfirmOptions = {
  now: number;
  /** Seats of each course in the term. */
  seats: Readonly<Record<string, number>>;
  /** Returns the emails for a confirmation after the hold has lapsed. */
  lateMailsFor: (waiting: readonly string[]) => readonly OutgoingMail[];
};

type InsertResult = StoredRegistration & {
  /** True if an earlier request stored the registration. */
  repeated: boolean;
};

/** A registration that is withdrawn for another, and the courses in which it had a seat. */
type Replaced = { reference: string; seats: readonly string[] };

type Tx = Transaction<Database>;

export function createRegistrations(store: Store) {
  return {
    /** Stores a registration, or returns the earlier one that it repeats. Safe with any number of instances. */
    insertOnce: (registration: NewRegistration, options: InsertOptions): Promise<InsertResult> =>
      store.transaction((tx) => insertIn(tx, registration, options)),

    /**
     * Stores a registration that takes over the seats and notes of an unconfirmed one, which it withdraws, or passes them on to an
     * equal one that is stored already. One that is withdrawn already has no seats.
     * @throws ApiError INVALID_REQUEST if the other one is confirmed
     */
    replace(
      reference: string,
      registration: NewRegistration,
      { now, ...options }: InsertOptions & { now: number },
    ): Promise<InsertResult> {
      return store.transaction(async (tx) => {
        // Before the other one, because that is newer: all that lock several registrations begin with the oldest.
        await retireSame(tx, registration, options.sameWithin);
        const seats = await withdrawUnconfirmed(tx, reference, now);
        const replaced = seats && { reference, seats };
        const stored = await insertIn(tx, registration, options, { now, replaced });
        if (replaced) await moveNotes(tx, reference, stored.reference);
        return stored;
      });
    },

    find(reference: string): Promise<Selectable<RegistrationTable> | undefined> {
      return store.query((db) =>
        db.selectFrom('registrations').selectAll().where('reference', '=', reference).executeTakeFirst(),
      );
    },

    /**
     * Records that the address is confirmed. Idempotent. Returns the courses for which the student waits, or undefined
     * if the registration is withdrawn or unknown.
     */
    confirm(reference: string, { now, seats, lateMailsFor }: ConfirmOptions): Promise<string[] | undefined> {
      return store.transaction(async (tx) => {
        const row = await tx
          .updateTable('registrations')
          .set((set) => ({ confirmed_at: set.fn.coalesce('confirmed_at', set.val(now)) }))
          .where('reference', '=', reference)
          .where('status', '=', 'requested')
          .returning(['id', 'term'])
          .executeTakeFirst();
        if (!row) return undefined;
        const { isLate, waiting } = await settleSeats(tx, { ...row, store, seats, now });
        await enqueue(tx, isLate ? lateMailsFor(waiting) : [], { store, now });
        return waiting;
      });
    },

    /** The courses in which the registrar has refused a place. */
    async listRefused(id: string): Promise<string[]> {
      const rows = await store.query((db) =>
        db
          .selectFrom('registration_courses')
          .select('course')
          .where('registration_id', '=', id)
          .where('decision', '=', 'refused')
          .execute(),
      );
      return rows.map(({ course }) => course);
    },

    /** The other registrations of the person in the term. */
    listOthers: (registration: Selectable<RegistrationTable>): Promise<OtherRegistration[]> =>
      store.query((db) => findOthers(db, registration)),

    /** Returns false, without queueing emails, if the registration is withdrawn or unknown. */
    withdraw(
      reference: string,
      { now, mails }: { now: number; mails: readonly OutgoingMail[] },
    ): Promise<boolean> {
      return store.transaction(async (tx) => {
        const row = await tx
          .updateTable('registrations')
          .set(withdrawnAt(now))
          .where('reference', '=', reference)
          .where('status', '=', 'requested')
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        await dropPlaceLetters(tx, [reference]);
        await freeSeats(tx, row.id);
        await enqueue(tx, mails, { store, now });
        return true;
      });
    },
  };

  async function insertIn(
    tx: Tx,
    registration: NewRegistration,
    options: InsertOptions,
    { now = registration.receivedAt, replaced }: { now?: number; replaced?: Replaced | undefined } = {},
  ): Promise<InsertResult> {
    const { courses, receivedAt, term } = registration;
    const { seats, mailsFor, needsConfirmation } = options;
    const inserted = await insertRegistration(tx, registration, options);
    if ('same' in inserted) {
      if (!replaced) return { ...inserted.same, repeated: true };
      const same = await passOn(tx, inserted.same, replaced.seats);
      const hasGained = same.waiting.length < inserted.same.waiting.length;
      const mails = mailsFor({ ...same, replaces: replaced.reference }).filter(
        ({ isForOffice }) => isForOffice || hasGained,
      );
      await enqueue(tx, mails, { store, now });
      return { ...same, repeated: true };
    }
    const full = await findFull(tx, { store, term, courses, seats, now });
    const waiting = full.filter((course) => !replaced?.seats.includes(course));
    const heldUntil = needsConfirmation ? holdUntil(receivedAt) : null;
    await insertCourses(tx, registration, { id: inserted.id, waiting, heldUntil });
    await insertWords(tx, registration, inserted);
    const stored = { reference: inserted.reference, waiting };
    await enqueue(tx, mailsFor({ ...stored, replaces: replaced?.reference }), { store, now });
    return { ...stored, repeated: false };
  }
}

export type Registrations = ReturnType<typeof createRegistrations>;

/** An equal row older than `sameWithin` is retired. */
function insertRegistration(
  tx: Tx,
  registration: NewRegistration,
  { sameWithin, createReference, needsConfirmation }: InsertOptions,
) {
  const { receivedAt } = registration;
  return insertUnlessSame({
    receivedAt,
    createReference,
    async insert(row) {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('registrations')
        .values(toRow(registration, { ...row, needsConfirmation }))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    findSame: () => findSame(tx, registration, receivedAt - sameWithin),
    retireSame: () => retireSame(tx, registration, sameWithin),
  });
}

async function findSame(
  tx: Tx,
  registration: NewRegistration,
  since: number,
): Promise<StoredRegistration | undefined> {
  const row = await tx
    .selectFrom('registrations')
    .select(['id', 'reference'])
    .where((where) => where.and(identityOf(registration)))
    .where('received_at', '>', since)
    .executeTakeFirst();
  if (!row) return undefined;
  const waiting = await tx
    .selectFrom('registration_courses')
    .select('course')
    .where('registration_id', '=', row.id)
    .where('waiting', '=', 1)
    .orderBy('course')
    .execute();
  return { reference: row.reference, waiting: waiting.map(({ course }) => course) };
}

async function retireSame(tx: Tx, registration: NewRegistration, sameWithin: number): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ live: 0 })
    .where((where) => where.and(identityOf(registration)))
    .where('received_at', '<=', registration.receivedAt - sameWithin)
    .execute();
}

async function insertWords(
  tx: Tx,
  registration: NewRegistration,
  inserted: { id: string; reference: string },
): Promise<void> {
  const words = wordsOf({
    reference: inserted.reference,
    student_number: registration.studentNumber,
    names: `${registration.givenName} ${registration.familyName}`,
    email: registration.email,
  });
  await tx
    .insertInto('registration_words')
    .values(words.map((word) => ({ registration_id: inserted.id, word })))
    .execute();
}
