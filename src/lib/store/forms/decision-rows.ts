import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Decision, PlannedDecision } from './plan-decisions.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { Database, DecisionTable, Handling, RegistrationTable } from '#lib/store/schema.ts';

type Tx = Transaction<Database>;

/** What a decision changed. */
export type StateBefore = {
  decision: Decision | null;
  active: number;
  waiting: number;
  handling: Handling;
  handledBy: string | null;
  handledAt: number | null;
};

type Made = PlannedDecision & { batch: string; reason: string; who: string; now: number };

/** Stores a decision, and gives or frees the seat. */
export async function applyDecision(
  tx: Tx,
  { id, handling, handled_by, handled_at }: Selectable<RegistrationTable>,
  { course, decision, batch, reason, who, now }: Made,
): Promise<void> {
  const place = await tx
    .selectFrom('registration_courses')
    .select(['active', 'waiting', 'decision'])
    .where('registration_id', '=', id)
    .where('course', '=', course)
    .executeTakeFirstOrThrow();
  const before: StateBefore = { ...place, handling, handledBy: handled_by, handledAt: handled_at };
  await tx
    .insertInto('decisions')
    .values({
      id: createRowId(now),
      batch,
      registration_id: id,
      course,
      decision,
      reason,
      before: JSON.stringify(before),
      decided_by: who,
      decided_at: now,
      undone_at: null,
    })
    .execute();
  await tx
    .updateTable('registration_courses')
    .set({
      decision,
      active: decision === 'refused' ? 0 : 1,
      waiting: decision === 'waiting' ? 1 : 0,
      held_until: null,
    })
    .where('registration_id', '=', id)
    .where('course', '=', course)
    .execute();
}

/** Restores what a decision changed, except for the registration's handling. */
export async function undoDecision(
  tx: Tx,
  { id, registration_id, course, before }: Selectable<DecisionTable>,
  now: number,
): Promise<void> {
  const { decision, active, waiting } = JSON.parse(before) as StateBefore;
  await tx.updateTable('decisions').set({ undone_at: now }).where('id', '=', id).execute();
  await tx
    .updateTable('registration_courses')
    .set({ decision, active, waiting })
    .where('registration_id', '=', registration_id)
    .where('course', '=', course)
    .execute();
}

export async function setHandling(
  tx: Tx,
  id: string,
  values: Pick<Selectable<RegistrationTable>, 'handling' | 'handled_by' | 'handled_at'>,
): Promise<void> {
  await tx.updateTable('registrations').set(values).where('id', '=', id).execute();
}

/** Returns the id of the latest decision about these registrations; '' without one. */
export async function findLatestDecision(
  db: Kysely<Database>,
  registrations: readonly { id: string }[],
): Promise<string> {
  if (registrations.length === 0) return '';
  const row = await db
    .selectFrom('decisions')
    .select('id')
    .where(
      'registration_id',
      'in',
      registrations.map(({ id }) => id),
    )
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? '';
}

/** What was decided about a course, and the registrar's sentence about it; '' without one. */
export type CourseDecision = { course: string; decision: Decision | null; reason: string };

/** Reads what holds for the courses of a registration. */
export async function findDecisions(db: Kysely<Database>, registrationId: string): Promise<CourseDecision[]> {
  const courses = await db
    .selectFrom('registration_courses')
    .select(['course', 'decision'])
    .where('registration_id', '=', registrationId)
    .orderBy('course')
    .execute();
  const made = await db
    .selectFrom('decisions')
    .select(['course', 'reason'])
    .where('registration_id', '=', registrationId)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
  const reasons = new Map(made.map(({ course, reason }) => [course, reason]));
  return courses.map((each) => ({ ...each, reason: reasons.get(each.course) ?? '' }));
}

type Key = Pick<Selectable<RegistrationTable>, 'id' | 'term' | 'student_key' | 'email_key'>;

/** Another registration of the same person, and what holds for its courses. */
export type OtherRegistration = {
  reference: string;
  courses: { course: string; decision: Decision | null; waiting: boolean }[];
};

/**
 * Reads the person's other confirmed registrations for the term. The address must be the same too: anyone can enter a
 * student number.
 */
export async function findOthers(
  db: Kysely<Database>,
  { id, term, student_key, email_key }: Key,
): Promise<OtherRegistration[]> {
  const rows = await db
    .selectFrom('registrations as r')
    .innerJoin('registration_courses as c', 'c.registration_id', 'r.id')
    .select(['r.reference', 'c.course', 'c.decision', 'c.waiting'])
    .where('r.term', '=', term)
    .where('r.student_key', '=', student_key)
    .where('r.email_key', '=', email_key)
    .where('r.email_key', '<>', '')
    .where('r.status', '=', 'requested')
    .where('r.confirmed_at', 'is not', null)
    .where('r.id', '<>', id)
    .orderBy('r.id')
    .orderBy('c.course')
    .execute();
  return [...Map.groupBy(rows, ({ reference }) => reference)].map(([reference, list]) => ({
    reference,
    courses: list.map(({ course, decision, waiting }) => ({ course, decision, waiting: waiting === 1 })),
  }));
}

/** What holds for a registration, and for the other ones of the person in the term. */
export type Standing = { outcome: readonly CourseDecision[]; others: readonly OtherRegistration[] };

type Changes = { planned: readonly PlannedDecision[]; reasonFor: (decision: Decision) => string };

/** What will hold for a registration once the planned decisions are made. Call it before any of them is. */
export async function findStandingAfter(
  db: Kysely<Database>,
  row: Selectable<RegistrationTable>,
  { planned, reasonFor }: Changes,
): Promise<Standing> {
  const made = new Map(planned.map((each) => [`${each.reference} ${each.course}`, each.decision]));
  const outcome = await findDecisions(db, row.id);
  const others = await findOthers(db, row);
  return {
    outcome: outcome.map((each) => {
      const decision = made.get(`${row.reference} ${each.course}`);
      return decision ? { ...each, decision, reason: reasonFor(decision) } : each;
    }),
    others: others.map(({ reference, courses }) => ({
      reference,
      courses: courses.map((each) => ({
        ...each,
        decision: made.get(`${reference} ${each.course}`) ?? each.decision,
      })),
    })),
  };
}
