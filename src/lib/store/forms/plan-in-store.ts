import type { Kysely, Selectable, Transaction } from 'kysely';
import { isInConflict } from './conflict-queries.ts';
import {
  planDecisions,
  wantedForAll,
  type DecidableRegistration,
  type Decision,
  type RequestedPlace,
} from './plan-decisions.ts';
import { isActiveRequest } from './seats.ts';
import type { Store } from '#lib/store/open.ts';
import type { Database, RegistrationTable } from '#lib/store/schema.ts';

type Tx = Transaction<Database>;
type Registration = Selectable<RegistrationTable>;

/** Why a registration can't be decided about. */
export type Obstacle = 'unknown' | 'withdrawn' | 'unconfirmed' | 'conflict';

export type Wanted = {
  references: readonly string[];
  /** One decision for all courses that are open, or what was chosen for each course; undefined if nothing. */
  decision: Decision | ((course: string) => Decision | undefined);
  /** Returns the total number of seats of a course in a term. */
  seats: (course: string, term: string) => number;
  now: number;
};

/**
 * Plans what is wanted for stored registrations.
 * @param rows with the wanted references. Unless they and their seats are locked, the plan is an estimate
 */
export async function planIn(
  db: Kysely<Database>,
  rows: readonly Registration[],
  { references, decision, seats, now }: Wanted,
) {
  const known = new Map(rows.map((row) => [row.reference, row]));
  const inConflict = await findConflicts(db, rows);
  const obstacles = references.map((reference) => ({
    reference,
    obstacle: obstacleOf(known.get(reference), inConflict),
  }));
  const left = obstacles.flatMap(({ reference, obstacle }) => (obstacle ? [{ reference, obstacle }] : []));
  const barred = new Set(left.map(({ reference }) => reference));
  const decidable = rows.filter(({ reference }) => !barred.has(reference));
  const places = await readPlaces(db, decidable);
  const taken = await countSeats(db, decidable, now);
  const given = await countSeats(db, decidable, now, 'place');
  const planned = planDecisions(
    decidable.map(({ id, reference, term }): DecidableRegistration => {
      return { reference, term, places: places.get(id) ?? [] };
    }),
    {
      wanted: (place) =>
        typeof decision === 'string' ? wantedForAll(decision, place) : decision(place.course),
      seats: (term, course) => {
        const key = `${term} ${course}`;
        return { total: seats(course, term), taken: taken.get(key) ?? 0, given: given.get(key) ?? 0 };
      },
    },
  );
  return { planned, left };
}

export function obstacleOf(
  row: Registration | undefined,
  inConflict: ReadonlySet<string>,
): Obstacle | undefined {
  if (!row) return 'unknown';
  if (row.status === 'withdrawn') return 'withdrawn';
  if (row.confirmed_at === null) return 'unconfirmed';
  return inConflict.has(row.id) ? 'conflict' : undefined;
}

/**
 * Oldest first.
 * @param store locks them, so that a student who withdraws meanwhile comes before or after; call it before `lockSeats`,
 * like all that locks both
 */
export async function readRegistrations(
  db: Kysely<Database>,
  [column, values]: [column: 'id' | 'reference', values: readonly string[]],
  store?: Store,
): Promise<Registration[]> {
  if (values.length === 0) return [];
  const rows = db.selectFrom('registrations').selectAll().where(column, 'in', values).orderBy('id');
  return (store?.kind === 'postgres' ? rows.forUpdate() : rows).execute();
}

export async function findConflicts(
  db: Kysely<Database>,
  rows: readonly Registration[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const found = await db
    .selectFrom('registrations as r')
    .select('r.id')
    .where(
      'r.id',
      'in',
      rows.map(({ id }) => id),
    )
    .where(isInConflict)
    .execute();
  return new Set(found.map(({ id }) => id));
}

async function readPlaces(
  db: Kysely<Database>,
  rows: readonly Registration[],
): Promise<Map<string, RequestedPlace[]>> {
  if (rows.length === 0) return new Map();
  const places = await db
    .selectFrom('registration_courses')
    .selectAll()
    .where(
      'registration_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('course')
    .execute();
  const groups = Map.groupBy(places, ({ registration_id }) => registration_id);
  const toPlace = ({ course, active, waiting, decision }: (typeof places)[number]): RequestedPlace => ({
    course,
    active: active === 1,
    waiting: waiting === 1,
    decision,
  });
  return new Map([...groups].map(([id, list]) => [id, list.map(toPlace)]));
}

/** Counts the seats that are taken, or those with this decision, by term and course. */
export async function countSeats(
  db: Kysely<Database>,
  rows: readonly Registration[],
  now: number,
  decision?: Decision,
): Promise<ReadonlyMap<string, number>> {
  const terms = [...new Set(rows.map(({ term }) => term))];
  if (terms.length === 0) return new Map();
  const counts = await db
    .selectFrom('registration_courses')
    .select(['term', 'course', (select) => select.fn.countAll<number>().as('count')])
    .where('term', 'in', terms)
    .where('waiting', '=', 0)
    .where(isActiveRequest(now))
    .$if(decision !== undefined, (query) => query.where('decision', '=', decision ?? null))
    .groupBy(['term', 'course'])
    .execute();
  return new Map(counts.map(({ term, course, count }) => [`${term} ${course}`, count]));
}

export async function lockSeats(tx: Tx, store: Store, rows: readonly Registration[]): Promise<void> {
  const names = rows.flatMap(({ term, course_set }) =>
    course_set.split(' ').map((code) => `seats ${term} ${code}`),
  );
  if (names.length > 0) await store.lock(tx, [...new Set(names)].sort());
}
