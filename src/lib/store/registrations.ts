import type { Selectable, Transaction } from 'kysely';
import type { Store } from './open.ts';
import { enqueue, type OutgoingMail } from './outbox.ts';
import { wordsOf } from './registration-words.ts';
import { createRowId } from './row-id.ts';
import type { Database, RegistrationTable } from './schema.ts';

export type NewRegistration = {
  studentNumber: string;
  givenName: string;
  familyName: string;
  email: string;
  term: string;
  /** Sorted, each once. */
  courses: readonly string[];
  note: string | null;
  /** UTC milliseconds. */
  receivedAt: number;
};

export type StoredRegistration = {
  reference: string;
  /** Codes of the courses whose seats were all asked for before. */
  waiting: string[];
};

type InsertOptions = {
  /** Seats of each course in the term. */
  seats: Readonly<Record<string, number>>;
  /** How long the same request keeps its reference, in milliseconds. */
  sameWithin: number;
  createReference: () => string;
  /** The mails that a new registration sends, written in its transaction. */
  mailsFor: (stored: StoredRegistration) => readonly OutgoingMail[];
};

export type InsertResult = StoredRegistration & {
  /** It was stored before and nothing was written now. */
  repeated: boolean;
};

type Tx = Transaction<Database>;
type SeatOptions = {
  store: Store;
  term: string;
  courses: readonly string[];
  seats: Readonly<Record<string, number>>;
};

/** More transactions than all instances together can have open. */
const mostAtOnce = 500;

export function createRegistrations(store: Store) {
  return {
    /** Stores a registration, or finds the one that it repeats; right with any number of instances at once. */
    insertOnce(registration: NewRegistration, options: InsertOptions): Promise<InsertResult> {
      const { courses, receivedAt, term } = registration;
      const { seats, mailsFor } = options;
      return store.transaction(async (tx) => {
        const inserted = await insertUnlessSame(tx, registration, options);
        if ('same' in inserted) return { ...inserted.same, repeated: true };
        const waiting = await findFull(tx, { store, term, courses, seats });
        await insertCourses(tx, registration, { id: inserted.id, waiting });
        await insertWords(tx, registration, inserted);
        const stored = { reference: inserted.reference, waiting };
        await enqueue(tx, mailsFor(stored), { store, now: receivedAt });
        return { ...stored, repeated: false };
      });
    },

    find(reference: string): Promise<Selectable<RegistrationTable> | undefined> {
      return store.query((db) =>
        db.selectFrom('registrations').selectAll().where('reference', '=', reference).executeTakeFirst(),
      );
    },

    /** False when it was withdrawn before or is not there; then no mail is written. */
    withdraw(
      reference: string,
      { now, mails }: { now: number; mails: readonly OutgoingMail[] },
    ): Promise<boolean> {
      return store.transaction(async (tx) => {
        const row = await tx
          .updateTable('registrations')
          .set({ status: 'withdrawn', handling: 'withdrawn', withdrawn_at: now, live: 0 })
          .where('reference', '=', reference)
          .where('status', '=', 'requested')
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        await tx
          .updateTable('registration_courses')
          .set({ active: 0 })
          .where('registration_id', '=', row.id)
          .execute();
        await enqueue(tx, mails, { store, now });
        return true;
      });
    },
  };
}

export type Registrations = ReturnType<typeof createRegistrations>;

/**
 * The index lets one of several same requests in, whichever instance has it; the others wait for its commit
 * and find it. A row that is over a day old makes room.
 */
async function insertUnlessSame(
  tx: Tx,
  registration: NewRegistration,
  { sameWithin, createReference }: InsertOptions,
): Promise<{ id: string; reference: string } | { same: StoredRegistration }> {
  const id = createRowId(registration.receivedAt);
  const attempts = 10;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const reference = createReference();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('registrations')
      .values(toRow(registration, { id, reference }))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return { id, reference };
    const since = registration.receivedAt - sameWithin;
    const same = await findSame(tx, registration, since);
    if (same) return { same };
    await retireSame(tx, registration, since);
  }
  throw new Error(`no free reference was found in ${attempts} attempts`);
}

async function findSame(
  tx: Tx,
  { studentNumber, term, courses }: NewRegistration,
  since: number,
): Promise<StoredRegistration | undefined> {
  const row = await tx
    .selectFrom('registrations')
    .select(['id', 'reference'])
    .where('student_key', '=', studentNumber.toUpperCase())
    .where('term', '=', term)
    .where('course_set', '=', courses.join(' '))
    .where('live', '=', 1)
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

async function retireSame(
  tx: Tx,
  { studentNumber, term, courses }: NewRegistration,
  since: number,
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ live: 0 })
    .where('student_key', '=', studentNumber.toUpperCase())
    .where('term', '=', term)
    .where('course_set', '=', courses.join(' '))
    .where('live', '=', 1)
    .where('received_at', '<=', since)
    .execute();
}

/**
 * The courses whose seats are all asked for. Counting while others register is exact only under a lock; far
 * from the last seat, or past it, the count need not be exact, and nobody waits.
 */
async function findFull(tx: Tx, { store, term, courses, seats }: SeatOptions): Promise<string[]> {
  let requests = await countRequests(tx, term, courses);
  const free = (code: string) => (seats[code] ?? Infinity) - (requests.get(code) ?? 0);
  const unsure = courses.filter((code) => free(code) > 0 && free(code) <= mostAtOnce);
  if (unsure.length > 0) {
    await store.lock(
      tx,
      unsure.map((code) => `seats ${term} ${code}`),
    );
    requests = await countRequests(tx, term, courses);
  }
  return courses.filter((code) => free(code) <= 0);
}

async function countRequests(tx: Tx, term: string, courses: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('registration_courses')
    .select(['course', (select) => select.fn.countAll<number>().as('count')])
    .where('term', '=', term)
    .where('course', 'in', courses)
    .where('active', '=', 1)
    .groupBy('course')
    .execute();
  return new Map(rows.map(({ course, count }) => [course, count]));
}

async function insertCourses(
  tx: Tx,
  { courses, term }: NewRegistration,
  { id, waiting }: { id: string; waiting: readonly string[] },
): Promise<void> {
  const rows = courses.map((course) => ({
    registration_id: id,
    term,
    course,
    waiting: waiting.includes(course) ? 1 : 0,
    active: 1,
  }));
  await tx.insertInto('registration_courses').values(rows).execute();
}

async function insertWords(
  tx: Tx,
  registration: NewRegistration,
  inserted: { id: string; reference: string },
): Promise<void> {
  const words = wordsOf(toRow(registration, inserted));
  await tx
    .insertInto('registration_words')
    .values(words.map((word) => ({ registration_id: inserted.id, word })))
    .execute();
}

function toRow(registration: NewRegistration, { id, reference }: { id: string; reference: string }) {
  return {
    id,
    reference,
    student_number: registration.studentNumber,
    student_key: registration.studentNumber.toUpperCase(),
    given_name: registration.givenName,
    family_name: registration.familyName,
    email: registration.email,
    term: registration.term,
    course_set: registration.courses.join(' '),
    note: registration.note,
    status: 'requested' as const,
    live: 1,
    received_at: registration.receivedAt,
    withdrawn_at: null,
    handled_by: null,
    handled_at: null,
  };
}
