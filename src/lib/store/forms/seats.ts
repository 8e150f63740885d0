import { sql, type Transaction } from 'kysely';
import { seatHoldHours } from '#lib/base/seat-hold.ts';
import { receiptMail } from './place-letters.ts';
import type { Store } from '#lib/store/open.ts';
import type { Database } from '#lib/store/schema.ts';

type Tx = Transaction<Database>;

type SeatOptions = {
  store: Store;
  term: string;
  courses: readonly string[];
  /** Seats of each course in the term. */
  seats: Readonly<Record<string, number>>;
  now: number;
};

/** More transactions than all instances together can have open. */
const maxConcurrentTransactions = 500;

/** When an unconfirmed registration loses its seats. @param moment when it arrived, or when its email was sent */
export function holdUntil(moment: number): number {
  return moment + seatHoldHours * 60 * 60 * 1000;
}

/** True for rows of `registration_courses` that take a seat or a place on the waiting list. */
export function isActiveRequest(now: number) {
  return sql<boolean>`(active = 1 and (held_until is null or held_until > ${now}))`;
}

/**
 * Returns the full courses. While others register, a count is exact only under a lock. If no seats or very many seats
 * are free, an estimate will do, so the lock is skipped.
 */
export async function findFull(tx: Tx, options: SeatOptions): Promise<string[]> {
  const { store, term, courses, seats } = options;
  let requests = await countRequests(tx, options);
  const free = (code: string) => (seats[code] ?? Infinity) - (requests.get(code) ?? 0);
  const uncertain = courses.filter((code) => free(code) > 0 && free(code) <= maxConcurrentTransactions);
  if (uncertain.length > 0) {
    await store.lock(
      tx,
      uncertain.map((code) => `seats ${term} ${code}`),
    );
    requests = await countRequests(tx, options);
  }
  return courses.filter((code) => free(code) <= 0);
}

async function countRequests(tx: Tx, { term, courses, now }: SeatOptions): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('registration_courses')
    .select(['course', (select) => select.fn.countAll<number>().as('count')])
    .where('term', '=', term)
    .where('course', 'in', courses)
    .where(isActiveRequest(now))
    .groupBy('course')
    .execute();
  return new Map(rows.map(({ course, count }) => [course, count]));
}

/** @param heldUntil null for a confirmed registration */
export async function insertCourses(
  tx: Tx,
  { courses, term }: Pick<SeatOptions, 'courses' | 'term'>,
  { id, waiting, heldUntil }: { id: string; waiting: readonly string[]; heldUntil: number | null },
): Promise<void> {
  const rows = courses.map((course) => ({
    registration_id: id,
    term,
    course,
    waiting: waiting.includes(course) ? 1 : 0,
    active: 1,
    held_until: heldUntil,
  }));
  await tx.insertInto('registration_courses').values(rows).execute();
}

type SettleOptions = Omit<SeatOptions, 'courses'> & {
  id: string;
  /** Courses in which a seat is passed on to this registration. */
  passedOn?: readonly string[];
};

type Settled = {
  /** True if its hold had lapsed. */
  isLate: boolean;
  /** Courses for which the registration is on the waiting list. */
  waiting: string[];
  hasNewSeat: boolean;
};

/**
 * Makes a registration's seats permanent. If its hold has lapsed, others may have taken them: then it gets the seats
 * that are still free, and places on the waiting lists of the other courses.
 */
export async function settleSeats(
  tx: Tx,
  { id, passedOn = [], ...options }: SettleOptions,
): Promise<Settled> {
  const rows = await tx
    .selectFrom('registration_courses')
    .select(['course', 'waiting', 'held_until'])
    .where('registration_id', '=', id)
    .orderBy('course')
    .execute();
  const isLate = rows.some(({ held_until }) => held_until !== null && held_until <= options.now);
  const without = rows.filter((row) => (isLate || row.waiting === 1) && !passedOn.includes(row.course));
  const courses = without.map(({ course }) => course);
  const waiting = isLate && courses.length > 0 ? await findFull(tx, { ...options, courses }) : courses;
  await tx
    .updateTable('registration_courses')
    .set({ held_until: null, ...((isLate || passedOn.length > 0) && { waiting: 0 }) })
    .where('registration_id', '=', id)
    .execute();
  if (waiting.length > 0) {
    await tx
      .updateTable('registration_courses')
      .set({ waiting: 1 })
      .where('registration_id', '=', id)
      .where('course', 'in', waiting)
      .execute();
  }
  const hasNewSeat = rows.some((row) => (isLate || row.waiting === 1) && !waiting.includes(row.course));
  return { isLate, waiting, hasNewSeat };
}

/**
 * Restarts the hold of an unconfirmed registration when its email was sent. Leaves a lapsed hold unchanged, since
 * others may have taken its seats.
 */
export async function restartHold(
  tx: Tx,
  { kind, about }: { kind: string; about: string },
  now: number,
): Promise<void> {
  if (kind !== receiptMail) return;
  await tx
    .updateTable('registration_courses')
    .set({ held_until: holdUntil(now) })
    .where('held_until', '>', now)
    .where('registration_id', '=', (from) =>
      from.selectFrom('registrations').select('id').where('reference', '=', about),
    )
    .execute();
}
