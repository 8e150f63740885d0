import { sql, type Kysely } from 'kysely';
import type { Database } from '#lib/store/schema.ts';

/** A literal, since the planner does not use the partial index with a parameter. */
export const requested = sql<'requested'>`${sql.lit('requested')}`;

/**
 * True for rows of `r` that are in conflict: another live registration of the same student and term has a different
 * address, and at least one of the two is not done.
 */
export const isInConflict = sql<boolean>`(r.status = 'requested' and (
  select 1 from registrations as o
  where o.status = 'requested' and o.term = r.term and o.student_key = r.student_key
    and o.email_key <> r.email_key and (r.handling <> 'done' or o.handling <> 'done') limit 1) = 1)`;

/** The ids of all live registrations of students with a conflict. */
export function idsInConflict(db: Kysely<Database>) {
  return db
    .selectFrom('registrations as c')
    .innerJoin(conflictingStudents(db).as('s'), (join) =>
      join.onRef('s.term', '=', 'c.term').onRef('s.student_key', '=', 'c.student_key'),
    )
    .select('c.id as registration_id')
    .where('c.status', '=', requested);
}

/** Starts from the registrations that are not done: there are few, and every conflict includes one. */
export function conflictingStudents(db: Kysely<Database>) {
  return db
    .selectFrom('registrations as r')
    .select(['r.term', 'r.student_key'])
    .distinct()
    .where('r.handling', 'in', [sql.lit('new' as const), sql.lit('in-progress' as const)])
    .where(isInConflict);
}
