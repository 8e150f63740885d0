import type { Kysely, Selectable, Transaction } from 'kysely';
import { countSeats, findConflicts, obstacleOf, type Obstacle, type Wanted } from './plan-in-store.ts';
import { isActiveRequest } from './seats.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { decisionErrors } from '#lib/i18n/en/staff.ts';
import type { Database, RegistrationTable } from '#lib/store/schema.ts';

type Registration = Selectable<RegistrationTable>;

/** The waiting list of a course, in the order in which the registrations were received. */
export type WaitingList = {
  /** The first that can get a seat. */
  next: Registration | undefined;
  /** Those that come before it, with the reason why they can't get one yet. */
  passedOver: { registration: Registration; obstacle: Obstacle }[];
};

/** Reads the waiting lists of courses, by course. Withdrawn and lapsed registrations are not on them. */
export async function readWaitingLists(
  db: Kysely<Database>,
  { term, courses, now }: { term: string; courses: readonly string[]; now: number },
): Promise<Map<string, WaitingList>> {
  if (courses.length === 0) return new Map();
  const rows = await db
    .selectFrom('registration_courses as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .selectAll('r')
    .select('c.course')
    .where('c.term', '=', term)
    .where('c.course', 'in', courses)
    .where('c.waiting', '=', 1)
    .where(isActiveRequest(now))
    .orderBy('r.id')
    .execute();
  const inConflict = await findConflicts(db, rows);
  const lists = Map.groupBy(
    rows.map((row) => ({ ...row, obstacle: obstacleOf(row, inConflict) })),
    ({ course }) => course,
  );
  return new Map([...lists].map(([course, list]) => [course, toWaitingList(list)]));
}

function toWaitingList(list: readonly (Registration & { obstacle: Obstacle | undefined })[]): WaitingList {
  const turn = list.findIndex(({ obstacle }) => obstacle === undefined);
  const before = turn === -1 ? list : list.slice(0, turn);
  return {
    next: list[turn],
    passedOver: before.flatMap(({ obstacle, ...registration }) =>
      obstacle ? [{ registration, obstacle }] : [],
    ),
  };
}

type TurnOptions = Pick<Wanted, 'references' | 'seats' | 'now'> & { rows: readonly Registration[] };

/**
 * Call it under the lock of the course's seats.
 * @throws ApiError INVALID_REQUEST if another registration is the next on the waiting list, or no seat is free
 */
export async function requireTurn(
  tx: Transaction<Database>,
  course: string,
  { rows, references: [reference = ''], seats, now }: TurnOptions,
): Promise<void> {
  const term = rows[0]?.term ?? '';
  const lists = await readWaitingLists(tx, { term, courses: [course], now });
  const next = lists.get(course)?.next;
  if (next?.reference !== reference)
    throw new ApiError('INVALID_REQUEST', decisionErrors.notNext({ course, reference }));
  const taken = (await countSeats(tx, [next], now)).get(`${term} ${course}`) ?? 0;
  if (taken >= seats(course, term)) throw new ApiError('INVALID_REQUEST', decisionErrors.noSeat({ course }));
}
