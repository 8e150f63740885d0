import type { Kysely, Selectable } from 'kysely';
import type { Store } from '#lib/store/open.ts';
import type { Database, OutboxTable } from '#lib/store/schema.ts';

export type MailRecord = Omit<Selectable<OutboxTable>, 'mail' | 'mailbox_key' | 'leased_by' | 'leased_until'>;

/** The emails about a reference, oldest first. */
export function listMails(db: Kysely<Database>, about: string): Promise<MailRecord[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'about', 'status', 'attempts', 'created_at', 'next_attempt_at'])
    .select(['last_error', 'sent_at'])
    .where('about', '=', about)
    .orderBy('id')
    .execute();
}

/** Returns the references that have an email whose last attempt failed. */
export async function findMailTrouble(store: Store, references: readonly string[]): Promise<Set<string>> {
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
}
