import type { Selectable } from 'kysely';
import { isInConflict, requested } from './conflict-queries.ts';
import { findOthers, findDecisions, type OtherRegistration, type CourseDecision } from './decision-rows.ts';
import { findMailTrouble, listMails, type MailRecord } from '#lib/store/mail/mail-records.ts';
import type { Store } from '#lib/store/open.ts';
import { toPage, toPageOldestFirst, type Cursor, type Page } from '#lib/store/list-page.ts';
import { readNotes, type RegistrationNote } from './registration-notes.ts';
import { filtered, findFew, listTerms, type RegistrationFilter } from './registration-search.ts';
import type { RegistrationTable } from '#lib/store/schema.ts';
import { isActiveRequest } from './seats.ts';

export type ListedRegistration = Selectable<RegistrationTable>;

export type ListedCourse = Pick<CourseDecision, 'course' | 'decision'> & { waiting: boolean };

export type RegistrationDetail = {
  registration: ListedRegistration;
  courses: (CourseDecision & { waiting: boolean })[];
  /** The other registrations of the person in the term. */
  others: OtherRegistration[];
  /** When an unconfirmed registration loses its seats; null if it keeps them. */
  heldUntil: number | null;
  /** Oldest first. */
  mails: MailRecord[];
  /** Oldest first. */
  notes: RegistrationNote[];
};

export type Enrolment = {
  course: string;
  requested: number;
  /** Requests that are not confirmed yet. */
  unconfirmed: number;
  waiting: number;
};

type PageOptions = { cursor?: Cursor | undefined; limit: number; isOldestFirst?: boolean };

/** Reads registrations for the staff pages. */
export function createRegistrationList(store: Store) {
  return {
    /** Newest first, or oldest first. */
    page(
      filter: RegistrationFilter,
      { cursor, limit, isOldestFirst = false }: PageOptions,
    ): Promise<Page<ListedRegistration>> {
      return store.query(async (db) => {
        const newerFirst = isOldestFirst ? cursor?.towards === 'older' : cursor?.towards !== 'newer';
        let query = filtered(db, filter, await findFew(db, filter))
          .selectAll('r')
          .orderBy('r.id', newerFirst ? 'desc' : 'asc');
        if (cursor) query = query.where('r.id', newerFirst ? '<' : '>', cursor.id);
        const rows = await query.limit(limit + 1).execute();
        return (isOldestFirst ? toPageOldestFirst : toPage)(rows, { cursor, limit });
      });
    },

    /** The references of the first registrations that match and are not withdrawn, oldest first. */
    references(filter: RegistrationFilter, limit: number): Promise<string[]> {
      return store.query(async (db) => {
        const rows = await filtered(db, filter, await findFew(db, filter))
          .select('r.reference')
          .where('r.status', '=', requested)
          .orderBy('r.id')
          .limit(limit)
          .execute();
        return rows.map(({ reference }) => reference);
      });
    },

    count(filter: RegistrationFilter): Promise<number> {
      return store.query(async (db) => {
        const { count } = await filtered(db, filter, await findFew(db, filter))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return count;
      });
    },

    detail(reference: string): Promise<RegistrationDetail | undefined> {
      return store.query(async (db) => {
        const registration = await db
          .selectFrom('registrations')
          .selectAll()
          .where('reference', '=', reference)
          .executeTakeFirst();
        if (!registration) return undefined;
        const [courses, outcome, others, mails, notes] = await Promise.all([
          db
            .selectFrom('registration_courses')
            .select(['course', 'waiting', 'held_until'])
            .where('registration_id', '=', registration.id)
            .orderBy('course')
            .execute(),
          findDecisions(db, registration.id),
          findOthers(db, registration),
          listMails(db, registration.reference),
          readNotes(db, [registration.id]),
        ]);
        return {
          registration,
          courses: outcome.map((each, index) => ({ ...each, waiting: courses[index]?.waiting === 1 })),
          others,
          heldUntil: courses[0]?.held_until ?? null,
          mails,
          notes: notes.get(registration.id) ?? [],
        };
      });
    },

    /** Maps the id of each registration to its notes by staff, oldest first. */
    notes: (ids: readonly string[]) => store.query((db) => readNotes(db, ids)),

    /** Maps the id of each registration to its courses. */
    async courses(ids: readonly string[]): Promise<Map<string, ListedCourse[]>> {
      if (ids.length === 0) return new Map();
      const rows = await store.query((db) =>
        db
          .selectFrom('registration_courses')
          .select(['registration_id', 'course', 'waiting', 'decision'])
          .where('registration_id', 'in', ids)
          .orderBy('course')
          .execute(),
      );
      const groups = Map.groupBy(rows, ({ registration_id }) => registration_id);
      const toCourse = ({ course, decision, waiting }: (typeof rows)[number]): ListedCourse => ({
        course,
        decision,
        waiting: waiting === 1,
      });
      return new Map([...groups].map(([id, list]) => [id, list.map(toCourse)]));
    },

    /** Counts the requests for each course of a term, without withdrawn and lapsed registrations. */
    async enrolments(term: string, now: number): Promise<Enrolment[]> {
      const rows = await store.query((db) =>
        db
          .selectFrom('registration_courses')
          .select(['course', (select) => select.fn.countAll<number>().as('requested')])
          .select((select) => select.fn.count<number>('held_until').as('unconfirmed'))
          .select((select) => select.fn.sum<number | string>('waiting').as('waiting'))
          .where('term', '=', term)
          .where(isActiveRequest(now))
          .groupBy('course')
          .orderBy('course')
          .execute(),
      );
      return rows.map((row) => ({ ...row, waiting: Number(row.waiting) }));
    },

    /** Returns the ids of the registrations that are in conflict. */
    async inConflict(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await store.query((db) =>
        db
          .selectFrom('registrations as r')
          .select('r.id')
          .where('r.id', 'in', ids)
          .where(isInConflict)
          .execute(),
      );
      return new Set(rows.map(({ id }) => id));
    },

    withMailTrouble: (references: readonly string[]) => findMailTrouble(store, references),

    terms(): Promise<string[]> {
      return store.query(listTerms);
    },
  };
}

export type RegistrationList = ReturnType<typeof createRegistrationList>;
