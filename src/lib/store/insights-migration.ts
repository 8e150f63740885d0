import { sql, type Kysely } from 'kysely';

/** What nobody found, counted by day. */
// The schema of a migration is the one of its day, so it is not typed by today's.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function createInsightTable(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table insights (
    kind text not null check (kind in ('search', 'question')),
    day text not null, text text not null, count integer not null,
    primary key (kind, day, text))`,
  `create index insights_day on insights (day)`,
];
