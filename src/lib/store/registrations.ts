import type { Selectable, Transaction } from 'kysely';
import type { Store } from './open.ts';
import { enqueue, type OutgoingMail } from './outbox.ts';
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
      const studentKey = registration.studentNumber.toUpperCase();
      return store.transaction(async (tx) => {
        await store.lock(tx, [`student ${studentKey} ${term}`]);
        const same = await findSame(tx, registration, receivedAt - options.sameWithin);
        if (same) return { ...same, repeated: true };

        const waiting = await findFull(tx, { store, term, courses, seats: options.seats });
        const reference = await insert(tx, registration, {
          waiting,
          createReference: options.createReference,
        });
        await enqueue(tx, options.mailsFor({ reference, waiting }), { now: receivedAt });
        return { reference, waiting, repeated: false };
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
          .set({ status: 'withdrawn', withdrawn_at: now })
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
        await enqueue(tx, mails, { now });
        return true;
      });
    },
  };
}

export type Registrations = ReturnType<typeof createRegistrations>;

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
    .where('received_at', '>', since)
    .where('status', '=', 'requested')
    .orderBy('received_at', 'desc')
    .limit(1)
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

async function insert(
  tx: Tx,
  registration: NewRegistration,
  { waiting, createReference }: { waiting: readonly string[]; createReference: () => string },
): Promise<string> {
  const id = createRowId();
  const reference = await insertWithFreeReference(tx, { id, registration, createReference });
  const rows = registration.courses.map((course) => ({
    registration_id: id,
    term: registration.term,
    course,
    waiting: waiting.includes(course) ? 1 : 0,
    active: 1,
  }));
  await tx.insertInto('registration_courses').values(rows).execute();
  return reference;
}

async function insertWithFreeReference(
  tx: Tx,
  options: { id: string; registration: NewRegistration; createReference: () => string },
): Promise<string> {
  const { id, registration, createReference } = options;
  const attempts = 10;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const row = await tx
      .insertInto('registrations')
      .values(toRow(registration, { id, reference: createReference() }))
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning('reference')
      .executeTakeFirst();
    if (row) return row.reference;
  }
  throw new Error(`no free reference was found in ${attempts} attempts`);
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
    received_at: registration.receivedAt,
    withdrawn_at: null,
  };
}
