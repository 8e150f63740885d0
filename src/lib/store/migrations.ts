import { sql, type Kysely, type Transaction } from 'kysely';
import { addMailLimits } from '#lib/store/mail/mail-limits-migration.ts';
import { addRegistrationIdentity } from '#lib/store/forms/registration-identity-migration.ts';
import { fillSearchWords } from '#lib/store/forms/search-words-migration.ts';
import { addStaff } from '#lib/store/staff/staff-migration.ts';

// A migration works on the schema of its time, so today's types do not apply.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyDatabase = any;
type Migration = (db: Kysely<AnyDatabase>) => Promise<void>;

/**
 * In order. Never edit a released migration: add a new one. Within a major version, migrations only add to the schema,
 * so that the previous release still starts on the same database. If it can't, the migration's name ends in
 * `-breaking`. `desk`: in desk-migrations.ts, and only for a site with the editor's desk, which may come later.
 */
const migrations: Readonly<Record<string, Migration | 'desk'>> = {
  '001-forms': (db) => run(db, formTables),
  '002-insights': (db) => run(db, insightTable),
  '003-staff': addStaff,
  '004-registration-identity': addRegistrationIdentity,
  '005-mail-limits': addMailLimits,
  '006-ended-sessions': (db) => run(db, endedSessionTable),
  '007-answers': addAnswers,
  '008-submissions': (db) => run(db, submissionTable),
  '009-editing': 'desk',
  '010-approvals': 'desk',
  '011-decisions': addDecisions,
  '012-desk-people': 'desk',
  '013-bin': 'desk',
  '014-search-words': fillSearchWords,
  '015-registration-notes': (db) => run(db, registrationNoteTable),
};

export const migrationNames = Object.keys(migrations);

/** The migrations of a site. */
export function listMigrationNames({ hasDesk }: { hasDesk: boolean }): string[] {
  return migrationNames.filter((name) => hasDesk || migrations[name] !== 'desk');
}

/** True if releases without this migration can't use a database that has it. */
export function isBreaking(name: string): boolean {
  return name.endsWith('-breaking');
}

/**
 * Brings the schema up to date. The caller's transaction must hold a lock against other instances.
 * @param wanted by default all
 * @throws if a newer release has run a breaking migration
 */
export async function migrate(
  tx: Transaction<AnyDatabase>,
  wanted: readonly string[] = migrationNames,
): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_at bigint not null)`.execute(
    tx,
  );
  const rows = await tx.selectFrom('schema_migrations').select('name').execute();
  const applied = new Set(rows.map((row) => row['name'] as string));
  const unknown = [...applied].filter((name) => !(name in migrations) && isBreaking(name));
  if (unknown.length > 0) {
    throw new Error(`the database belongs to a newer version, with the migrations ${unknown.join(', ')}`);
  }
  for (const [name, migration] of Object.entries(migrations)) {
    if (applied.has(name) || !wanted.includes(name)) continue;
    await (migration === 'desk' ? runOnDesk(name, tx) : migration(tx));
    await tx.insertInto('schema_migrations').values({ name, applied_at: Date.now() }).execute();
  }
}

async function runOnDesk(name: string, tx: Transaction<AnyDatabase>): Promise<void> {
  const { deskMigrations } = await import('./desk-migrations.ts');
  const migration = deskMigrations[name as keyof typeof deskMigrations];
  await (typeof migration === 'function' ? migration(tx) : run(tx, migration));
}

async function run(db: Kysely<AnyDatabase>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const formTables = [
  `create table secrets (name text primary key, value text not null)`,

  `create table registrations (
    id text primary key, reference text not null unique,
    student_number text not null, student_key text not null,
    given_name text not null, family_name text not null, email text not null,
    term text not null, course_set text not null, note text,
    status text not null check (status in ('requested', 'withdrawn')),
    live integer not null,
    received_at bigint not null, withdrawn_at bigint)`,
  `create unique index registrations_same on registrations (student_key, term, course_set) where live = 1`,

  `create table registration_courses (
    registration_id text not null references registrations (id) on delete cascade,
    term text not null, course text not null, waiting integer not null, active integer not null,
    primary key (registration_id, course))`,
  `create index registration_courses_seats on registration_courses (term, course, active)`,

  `create table signups (
    id text primary key, email_key text not null unique, email text not null, name text,
    interests text not null, status text not null check (status in ('pending', 'confirmed', 'unsubscribed')),
    cycle integer not null, created_at bigint not null, updated_at bigint not null, mailed_at bigint,
    confirmed_at bigint, unsubscribed_at bigint)`,
  `create index signups_status on signups (status, updated_at)`,

  `create table outbox (
    id text primary key, kind text not null, about text not null, mail text,
    status text not null check (status in ('queued', 'sent', 'parked', 'held')),
    attempts integer not null default 0, created_at bigint not null, next_attempt_at bigint not null,
    leased_until bigint not null default 0, leased_by text, last_error text, sent_at bigint)`,
  `create index outbox_due on outbox (status, next_attempt_at)`,
];

const insightTable = [
  `create table insights (
    kind text not null check (kind in ('search', 'question')),
    day text not null, text text not null, count integer not null,
    primary key (kind, day, text))`,
  `create index insights_day on insights (day)`,
];

const endedSessionTable = [
  `create table ended_sessions (key text primary key, epoch text, ended_at bigint not null)`,
];

const registrationNoteTable = [
  `create table registration_notes (
    id text primary key, registration_id text not null references registrations (id) on delete cascade,
    text text not null, written_by text not null, written_at bigint not null)`,
  `create index registration_notes_registration on registration_notes (registration_id, id)`,
];

/** One table for all forms without special rules, so that a new form needs no migration. */
const submissionTable = [
  `create table submissions (
    id text primary key, form text not null, reference text not null unique,
    name text not null, email text not null, email_key text not null,
    topic text not null, answers text not null, same_key text not null, live integer not null,
    search_text text not null, received_at bigint not null, withdrawn_at bigint,
    handling text not null default 'new' check (handling in ('new', 'in-progress', 'done', 'withdrawn')),
    handled_by text, handled_at bigint)`,
  `create unique index submissions_same on submissions (form, same_key) where live = 1`,
  `create index submissions_form on submissions (form, id)`,
  `create index submissions_handling on submissions (form, handling, id)`,
  `create index submissions_email on submissions (email_key)`,
];

/** Stores further fields of a form as JSON, so that a new field needs no migration. */
async function addAnswers(db: Kysely<AnyDatabase>): Promise<void> {
  for (const table of ['registrations', 'signups']) {
    await sql`alter table ${sql.table(table)} add column answers text not null default '{}'`.execute(db);
  }
}

/** The registrar's decisions about courses. An older release ignores them: its seats follow from the other columns. */
async function addDecisions(db: Kysely<AnyDatabase>): Promise<void> {
  await sql`alter table registration_courses add column decision text`.execute(db);
  await run(db, [
    `create table decisions (
      id text primary key, batch text not null,
      registration_id text not null references registrations (id) on delete cascade,
      course text not null, decision text not null, reason text not null, before text not null,
      decided_by text not null, decided_at bigint not null, undone_at bigint)`,
    `create index decisions_registration on decisions (registration_id, id)`,
    `create index decisions_batch on decisions (batch)`,
  ]);
}
