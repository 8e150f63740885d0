import { sql, type Kysely } from 'kysely';

// A migration works on the schema of its time, so today's types do not apply.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyDatabase = any;

/**
 * Makes the email address part of a registration's identity, and records when it was confirmed. Existing rows, and rows
 * that an older version writes during a rolling update, count as confirmed (`confirmed_at` 0).
 */
export async function addRegistrationIdentity(db: Kysely<AnyDatabase>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(db);
  await fillEmailKeys(db);
  for (const statement of indexes) await sql.raw(statement).execute(db);
}

const columns = [
  `alter table registrations add column email_key text not null default ''`,
  `alter table registrations add column confirmed_at bigint default 0`,
  `alter table registration_courses add column held_until bigint`,
];

const indexes = [
  `drop index registrations_same`,
  `create unique index registrations_same on registrations (student_key, term, course_set, email_key)
    where live = 1`,
  `create index registrations_student on registrations (term, student_key, email_key, handling)
    where status = 'requested'`,
  `create index registrations_unconfirmed on registrations (id) where confirmed_at is null`,
  `drop index registration_courses_seats`,
  `create index registration_courses_seats
    on registration_courses (term, course, registration_id, active, waiting, held_until)`,
];

async function fillEmailKeys(db: Kysely<AnyDatabase>): Promise<void> {
  let last = '';
  for (;;) {
    const rows = (await db
      .selectFrom('registrations')
      .select(['id', 'email'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(500)
      .execute()) as { id: string; email: string }[];
    if (rows.length === 0) return;
    const keys = rows.map(({ id, email }) => sql`(${id}, ${keyOf(email)})`);
    await sql`update registrations set email_key = keys.column2
      from (values ${sql.join(keys)}) as keys where registrations.id = keys.column1`.execute(db);
    last = rows.at(-1)?.id ?? '';
  }
}

/** In lower case, with the domain in ASCII. */
function keyOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const ascii = URL.parse(`http://${domain}`)?.hostname ?? domain;
  return `${email.slice(0, at)}@${ascii}`.toLowerCase();
}
