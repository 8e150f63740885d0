import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

/**
 * Counts emails by mailbox, records mailboxes that unsubscribed, and separates emails that staff can release (`held`)
 * from those that will never be sent (`dropped`, previously called `held`). SQLite can't change a check constraint, so
 * the table is rebuilt.
 */
// A migration works on the schema of its time, so today's types do not apply.
// oxlint-disable-next-line typescript/no-explicit-any
export async function addMailLimits(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const value = randomBytes(32).toString('base64url');
  await db.insertInto('secrets').values({ name: 'mailboxes', value }).execute();
}

const columns = `id, kind, about, attempts, created_at, next_attempt_at, leased_until, leased_by, last_error, sent_at`;

const statements = [
  `alter table outbox rename to outbox_before`,
  `create table outbox (
    id text primary key, kind text not null, about text not null, mail text, mailbox_key text,
    status text not null check (status in ('queued', 'sent', 'parked', 'held', 'dropped')),
    attempts integer not null default 0, created_at bigint not null, next_attempt_at bigint not null,
    leased_until bigint not null default 0, leased_by text, last_error text, sent_at bigint)`,
  `insert into outbox (${columns}, status, mail)
    select ${columns}, case status when 'held' then 'dropped' else status end,
      case status when 'held' then null else mail end
    from outbox_before`,
  `drop table outbox_before`,
  `create index outbox_due on outbox (status, next_attempt_at)`,
  `create index outbox_about on outbox (about)`,
  `create index outbox_mailbox on outbox (mailbox_key, kind, created_at) where mailbox_key is not null`,
  `create table unsubscribes (
    mailbox_key text primary key, unsubscribed_at bigint not null,
    mails integer not null, next_mail_at bigint not null)`,
];
