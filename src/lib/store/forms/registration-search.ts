import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { idsInConflict, isInConflict } from './conflict-queries.ts';
import { queryWords, wordRange } from './registration-words.ts';
import type { Decision } from './plan-decisions.ts';
import type { Database, Handling, RegistrationTable } from '#lib/store/schema.ts';

export type RegistrationFilter = {
  term?: string | undefined;
  /** Code of one of the requested courses. */
  course?: string | undefined;
  /** A group of that course that was asked for: `PEAT501-2`. */
  group?: string | undefined;
  handling?: Handling | undefined;
  email?: EmailState | undefined;
  /** Registrations with a course in this state. */
  decision?: DecisionState | undefined;
  /** Each of its words must be a prefix of a word of the registration: see `queryWords`. */
  text?: string | undefined;
};

/** `conflict`: another registration of the same student has a different address. */
export type EmailState = 'confirmed' | 'unconfirmed' | 'conflict';

/** Up to this many ids are fetched and sorted. If there are more, a scan from the newest row soon fills a page. */
const maxFew = 1_000;

/** `open`: the registrar has not decided, and has not marked the registration as done. */
export type DecisionState = 'open' | Decision;

type Query = SelectQueryBuilder<Database & { r: RegistrationTable }, 'r', object>;

/** Steps through the index from term to term, without reading all rows. */
const distinctTerms = sql`with recursive steps (term) as (
    select min(term) from registrations
    union all
    select (select min(term) from registrations where term > steps.term) from steps where steps.term is not null)
  select term from steps where term is not null`;

export async function listTerms(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`${distinctTerms}`.execute(db);
  return rows.map(({ term }) => term);
}

/**
 * Returns the ids of the registrations that match the words and the course, or undefined if there are too many. Ignores
 * single letters if there are other conditions, since nearly every row matches them.
 */
export async function findFew(db: Kysely<Database>, { text, course, term, email }: RegistrationFilter) {
  const words = queryWords(text ?? '');
  const terms = term === undefined && course !== undefined ? await listTerms(db) : [term ?? ''];
  const long = words.filter((word) => word.length > 1);
  const [first, ...others] = [
    ...(email === 'conflict' ? [idsInConflict(db)] : []),
    ...(course === undefined ? [] : [idsIn(db, course, terms)]),
    ...(long.length > 0 || course !== undefined ? long : words.slice(0, 1)).map((word) => idsWith(db, word)),
  ];
  if (!first) return undefined;
  let ids = db.selectFrom(first.as('first')).select('first.registration_id');
  for (const other of others) ids = ids.intersect(other);
  const rows = await db
    .selectFrom(ids.as('hits'))
    .select('hits.registration_id')
    .distinct()
    .limit(maxFew + 1)
    .execute();
  return rows.length > maxFew ? undefined : rows.map((row) => row.registration_id);
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

/**
 * The form of the subqueries makes PostgreSQL run them for each row instead of for all rows first.
 * @param few as `findFew` returns it
 */
export function filtered(
  db: Kysely<Database>,
  filter: RegistrationFilter,
  few: readonly string[] | undefined,
): Query {
  let query: Query = db.selectFrom('registrations as r');
  if (few) query = query.where('r.id', 'in', few.length > 0 ? few : ['']);
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
  if (filter.group !== undefined) query = query.where(asksFor(filter.group));
  // A literal, since the planner does not use a partial index with a parameter.
  if (filter.handling) query = query.where('r.handling', '=', sql.lit(filter.handling));
  if (filter.email === 'conflict') query = query.where(isInConflict);
  if (filter.email === 'confirmed') query = query.where('r.confirmed_at', 'is not', null);
  if (filter.email === 'unconfirmed') query = query.where('r.confirmed_at', 'is', null);
  if (filter.decision) query = query.where(hasCourse(filter.decision));
  // Few are not done, and an index finds them.
  if (filter.decision === 'open')
    query = query.where('r.handling', 'in', [sql.lit('new' as const), sql.lit('in-progress' as const)]);
  if (filter.term !== undefined) query = query.where('r.term', '=', filter.term);
  return query;
}

/** Finds a group among the answers, which are JSON: there, a quote within a text has a backslash before it. */
function asksFor(group: string) {
  const patterns = ['["', ',"'].flatMap((before) => [':', '"'].map((after) => `%${before}${group}${after}%`));
  const likes = patterns.map((pattern) => sql`r.answers like ${pattern}`);
  return sql<boolean>`(${sql.join(likes, sql` or `)})`;
}

function hasCourse(state: DecisionState) {
  const condition = {
    open: sql`c.decision is null and c.active = 1`,
    place: sql`c.decision = 'place' and c.active = 1`,
    waiting: sql`c.waiting = 1 and c.active = 1`,
    refused: sql`c.decision = 'refused'`,
  }[state];
  return sql<boolean>`(select 1 from registration_courses as c
    where c.registration_id = r.id and ${condition} limit 1) = 1`;
}
