import { PostgresAdapter, sql, type Kysely } from 'kysely';

// A migration works on the schema of its time, so today's types do not apply.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyDatabase = any;

/**
 * Adds the handling of registrations, the table of their search words and the staff log. Row ids begin with their time,
 * so indexes that end in the id sort by time. Migration 014 fills the table.
 */
export async function addStaff(db: Kysely<AnyDatabase>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const statements = [...handlingColumns, ...indexes, wordTable(isPostgres), wordIndex, ...logTable];
  for (const statement of [...statements, ...logGuard(isPostgres)]) await sql.raw(statement).execute(db);
}

const handlingColumns = [
  `alter table registrations add column handling text not null default 'new'
    check (handling in ('new', 'in-progress', 'done', 'withdrawn'))`,
  `alter table registrations add column handled_by text`,
  `alter table registrations add column handled_at bigint`,
  `update registrations set handling = 'withdrawn' where status = 'withdrawn'`,
];

/** New registrations are in as few indexes as possible, since a visitor waits while they are written. */
const indexes = [
  `create index registrations_term on registrations (term, id)`,
  `create index registrations_handling on registrations (handling, id)`,
  `create index registrations_handled on registrations (handling, term, id)
    where handling in ('done', 'withdrawn')`,
  `drop index registration_courses_seats`,
  `create index registration_courses_seats
    on registration_courses (term, course, registration_id, active, waiting)`,
  `create index outbox_about on outbox (about)`,
];

/** Words are compared byte by byte, since prefixes are looked up as byte ranges. */
function wordTable(isPostgres: boolean): string {
  const [byBytes, form] = isPostgres ? [' collate "C"', ''] : ['', ' without rowid'];
  return `create table registration_words (
    registration_id text not null references registrations (id) on delete cascade,
    word text${byBytes} not null,
    primary key (registration_id, word))${form}`;
}

const wordIndex = `create index registration_words_word on registration_words (word, registration_id)`;

const logTable = [
  `create table staff_log (
    id text primary key, at bigint not null, who text not null,
    action text not null, subject text not null, facts text not null)`,
  `create index staff_log_subject on staff_log (subject, id)`,
];

const minAge = 30 * 24 * 60 * 60 * 1000;

function logGuard(isPostgres: boolean): string[] {
  if (isPostgres) {
    return [
      `create function guard_staff_log() returns trigger language plpgsql as $guard$
        begin
          if tg_op = 'DELETE' and old.at < extract(epoch from clock_timestamp()) * 1000 - ${minAge} then
            return old;
          end if;
          raise exception 'the log of actions is append-only';
        end $guard$`,
      `create trigger staff_log_guard before update or delete on staff_log
        for each row execute function guard_staff_log()`,
      `create trigger staff_log_whole before truncate on staff_log
        for each statement execute function guard_staff_log()`,
    ];
  }
  const refuse = `begin select raise(abort, 'the log of actions is append-only'); end`;
  return [
    `create trigger staff_log_changed before update on staff_log ${refuse}`,
    `create trigger staff_log_deleted before delete on staff_log
      when old.at >= unixepoch() * 1000 - ${minAge} ${refuse}`,
  ];
}
