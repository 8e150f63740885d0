import type { Kysely, Selectable } from 'kysely';
import { isInConflict } from './conflict-queries.ts';
import type { Store } from './open.ts';
import { filtered, findFew, listTerms, type RegistrationFilter } from './registration-search.ts';
import type { Database, OutboxTable, RegistrationTable } from './schema.ts';
import { takesPlace } from './seats.ts';

export type ListedRegistration = Selectable<RegistrationTable>;

/** Where a page begins: next to the row with this id, towards the older or the newer ones. */
export type Cursor = { id: string; towards: 'older' | 'newer' };

export type Page<Row> = { rows: Row[]; hasNewer: boolean; hasOlder: boolean };

export type MailRecord = Omit<Selectable<OutboxTable>, 'mail' | 'mailbox_key' | 'leased_by' | 'leased_until'>;

export type RegistrationDetail = {
  registration: ListedRegistration;
  courses: { course: string; waiting: boolean }[];
  /** Until when it holds its places while it is not confirmed; null once it is. */
  heldUntil: number | null;
  /** Oldest first. */
  mails: MailRecord[];
};

export type Enrolment = {
  course: string;
  requested: number;
  /** Of those, not confirmed yet. */
  unconfirmed: number;
  waiting: number;
};

/** What the staff pages read of registrations. */
export function createRegistrationList(store: Store) {
  return {
    /** The registrations that the filter lets through, newest first. */
    page(
      filter: RegistrationFilter,
      { cursor, limit }: { cursor?: Cursor | undefined; limit: number },
    ): Promise<Page<ListedRegistration>> {
      return store.query(async (db) => {
        const newerFirst = cursor?.towards !== 'newer';
        const few = await findFew(db, filter);
        let query = filtered(db, filter)
          .selectAll('r')
          .orderBy('r.id', newerFirst ? 'desc' : 'asc');
        if (few) query = query.where('r.id', 'in', few.length > 0 ? few : ['']);
        if (cursor) query = query.where('r.id', newerFirst ? '<' : '>', cursor.id);
        const found = await query.limit(limit + 1).execute();
        const rows = found.slice(0, limit);
        const hasMore = found.length > limit;
        return newerFirst
          ? { rows, hasNewer: cursor !== undefined, hasOlder: hasMore }
          : { rows: rows.reverse(), hasNewer: hasMore, hasOlder: true };
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
        const [courses, mails] = await Promise.all([
          db
            .selectFrom('registration_courses')
            .select(['course', 'waiting', 'held_until'])
            .where('registration_id', '=', registration.id)
            .orderBy('course')
            .execute(),
          listMails(db, registration.reference),
        ]);
        return {
          registration,
          courses: courses.map(({ course, waiting }) => ({ course, waiting: waiting === 1 })),
          heldUntil: courses[0]?.held_until ?? null,
          mails,
        };
      });
    },

    /** The courses of these registrations for which their students wait. */
    async waiting(ids: readonly string[]): Promise<Map<string, string[]>> {
      if (ids.length === 0) return new Map();
      const rows = await store.query((db) =>
        db
          .selectFrom('registration_courses')
          .select(['registration_id', 'course'])
          .where('registration_id', 'in', ids)
          .where('waiting', '=', 1)
          .orderBy('course')
          .execute(),
      );
      const groups = Map.groupBy(rows, ({ registration_id }) => registration_id);
      return new Map([...groups].map(([id, list]) => [id, list.map(({ course }) => course)]));
    },

    /** How many seats of each course are asked for in a term. Withdrawn and lapsed registrations are left out. */
    async enrolments(term: string, now: number): Promise<Enrolment[]> {
      const rows = await store.query((db) =>
        db
          .selectFrom('registration_courses')
          .select(['course', (select) => select.fn.countAll<number>().as('requested')])
          .select((select) => select.fn.count<number>('held_until').as('unconfirmed'))
          .select((select) => select.fn.sum<number | string>('waiting').as('waiting'))
          .where('term', '=', term)
          .where(takesPlace(now))
          .groupBy('course')
          .orderBy('course')
          .execute(),
      );
      return rows.map((row) => ({ ...row, waiting: Number(row.waiting) }));
    },

    /** Those of these registrations that are in conflict, by id. */
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

    /** Those of these references with a letter that failed or was given up. */
    async withMailTrouble(references: readonly string[]): Promise<Set<string>> {
      if (references.length === 0) return new Set();
      const rows = await store.query((db) =>
        db
          .selectFrom('outbox')
          .select('about')
          .where('about', 'in', references)
          .where('status', 'in', ['queued', 'parked'])
          .where('last_error', 'is not', null)
          .execute(),
      );
      return new Set(rows.map(({ about }) => about));
    },

    /** Terms that registrations are for. */
    terms(): Promise<string[]> {
      return store.query(listTerms);
    },
  };
}

export type RegistrationList = ReturnType<typeof createRegistrationList>;

function listMails(db: Kysely<Database>, about: string): Promise<MailRecord[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'about', 'status', 'attempts', 'created_at', 'next_attempt_at'])
    .select(['last_error', 'sent_at'])
    .where('about', '=', about)
    .orderBy('id')
    .execute();
}
