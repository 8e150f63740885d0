import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Store } from './open.ts';
import { queryWords, wordRange } from './registration-words.ts';
import type { Database, Handling, OutboxTable, RegistrationTable } from './schema.ts';

export type RegistrationFilter = {
  term?: string | undefined;
  /** Code of a course that is among those asked for. */
  course?: string | undefined;
  handling?: Handling | undefined;
  /** Whose words begin words of a registration: see `queryWords`. */
  text?: string | undefined;
};

export type ListedRegistration = Selectable<RegistrationTable>;

/** Where a page begins: next to the row with this id, towards the older or the newer ones. */
export type Cursor = { id: string; towards: 'older' | 'newer' };

export type Page<Row> = { rows: Row[]; hasNewer: boolean; hasOlder: boolean };

export type MailRecord = Omit<Selectable<OutboxTable>, 'mail' | 'mailbox_key' | 'leased_by' | 'leased_until'>;

export type RegistrationDetail = {
  registration: ListedRegistration;
  courses: { course: string; waiting: boolean }[];
  /** Oldest first. */
  mails: MailRecord[];
};

export type Enrolment = { course: string; requested: number; waiting: number };

/** Few enough to be fetched and put in order; more than that are met soon when one walks from the newest. */
const narrow = 1_000;

type Query = SelectQueryBuilder<Database & { r: RegistrationTable }, 'r', object>;

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
            .select(['course', 'waiting'])
            .where('registration_id', '=', registration.id)
            .orderBy('course')
            .execute(),
          listMails(db, registration.reference),
        ]);
        return {
          registration,
          courses: courses.map(({ course, waiting }) => ({ course, waiting: waiting === 1 })),
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

    /** How many places of each course are asked for in a term; who withdrew is not counted. */
    async enrolments(term: string): Promise<Enrolment[]> {
      return store.query((db) =>
        db
          .selectFrom('registration_courses')
          .select(['course', (select) => select.fn.countAll<number>().as('requested')])
          .select((select) => select.fn.sum<number | string>('waiting').as('waiting'))
          .where('term', '=', term)
          .where('active', '=', 1)
          .groupBy('course')
          .orderBy('course')
          .execute()
          .then((rows) => rows.map((row) => ({ ...row, waiting: Number(row.waiting) }))),
      );
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

/** Steps from one term of the index to the next, however many rows each has. */
const distinctTerms = sql`with recursive steps (term) as (
    select min(term) from registrations
    union all
    select (select min(term) from registrations where term > steps.term) from steps where steps.term is not null)
  select term from steps where term is not null`;

async function listTerms(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`${distinctTerms}`.execute(db);
  return rows.map(({ term }) => term);
}

function listMails(db: Kysely<Database>, about: string): Promise<MailRecord[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'about', 'status', 'attempts', 'created_at', 'next_attempt_at'])
    .select(['last_error', 'sent_at'])
    .where('about', '=', about)
    .orderBy('id')
    .execute();
}

/**
 * The ids of all registrations that have the words and the course, newest first, when they are few.
 * Undefined: they are many, so that whoever walks from the newest row soon meets one. Single letters are
 * left out where something else is asked for as well: nearly every row has them.
 */
async function findFew(db: Kysely<Database>, { text, course, term }: RegistrationFilter) {
  const words = queryWords(text ?? '');
  const terms = term === undefined && course !== undefined ? await listTerms(db) : [term ?? ''];
  const long = words.filter((word) => word.length > 1);
  const [first, ...others] = [
    ...(course === undefined ? [] : [idsIn(db, course, terms)]),
    ...(long.length > 0 || course !== undefined ? long : words.slice(0, 1)).map((word) => idsWith(db, word)),
  ];
  if (!first) return undefined;
  let ids = first;
  for (const other of others) ids = ids.intersect(other);
  const rows = await db
    .selectFrom(ids.as('hits'))
    .select('hits.registration_id')
    .distinct()
    .limit(narrow + 1)
    .execute();
  return rows.length > narrow ? undefined : rows.map((row) => row.registration_id);
}

function idsIn(db: Kysely<Database>, course: string, terms: readonly string[]) {
  return db
    .selectFrom('registration_courses')
    .select('registration_id')
    .where('term', 'in', terms.length > 0 ? terms : [''])
    .where('course', '=', course);
}

function idsWith(db: Kysely<Database>, word: string) {
  const { from, to } = wordRange(word);
  return db
    .selectFrom('registration_words')
    .select('registration_id')
    .where('word', '>=', from)
    .where('word', '<', to);
}

/** The subqueries are of a form that PostgreSQL asks for each row, and not beforehand for all. */
function filtered(db: Kysely<Database>, filter: RegistrationFilter): Query {
  let query: Query = db.selectFrom('registrations as r');
  for (const word of queryWords(filter.text ?? '')) {
    const { from, to } = wordRange(word);
    query = query.where(
      sql<boolean>`(select 1 from registration_words as w
        where w.registration_id = r.id and w.word >= ${from} and w.word < ${to} limit 1) = 1`,
    );
  }
  if (filter.course !== undefined) {
    query = query.where(
      sql<boolean>`(select 1 from registration_courses as c
        where c.registration_id = r.id and c.course = ${filter.course}) = 1`,
    );
  }
  // Not as a parameter: an index is for some of the values alone.
  if (filter.handling) query = query.where('r.handling', '=', sql.lit(filter.handling));
  if (filter.term !== undefined) query = query.where('r.term', '=', filter.term);
  return query;
}
