import type { Transaction } from 'kysely';
import type { Person } from '#lib/store/desk-schema.ts';
import type { Store } from '#lib/store/open.ts';
import type { Database } from '#lib/store/schema.ts';

const day = 24 * 60 * 60 * 1000;
/** Reviewers who have not used the desk for this long get no emails: they may have left. */
const reviewsFor = 30 * day;

/** People who use the desk, for emails about changes: which of them review, and who wants no emails. */
export function createDeskPeople(store: Store) {
  return {
    /** Records that a person uses the desk. Writes at most once a day, unless their role changed. */
    async see({ email, name }: Person, { isReviewer, now }: { isReviewer: boolean; now: number }) {
      const is_reviewer = isReviewer ? 1 : 0;
      const known = await store.query((db) =>
        db.selectFrom('desk_people').selectAll().where('email', '=', email).executeTakeFirst(),
      );
      if (known?.is_reviewer === is_reviewer && known.seen_at > now - day) return;
      await store.query((db) =>
        db
          .insertInto('desk_people')
          .values({ email, name, is_reviewer, is_muted: 0, seen_at: now })
          .onConflict((conflict) => conflict.column('email').doUpdateSet({ name, is_reviewer, seen_at: now }))
          .execute(),
      );
    },

    /** Whether a person wants emails about changes. They do by default. */
    async wantsMails(email: string): Promise<boolean> {
      const row = await store.query((db) =>
        db.selectFrom('desk_people').select('is_muted').where('email', '=', email).executeTakeFirst(),
      );
      return row?.is_muted !== 1;
    },

    async setWantsMails({ email, name }: Person, wants: boolean, now: number): Promise<void> {
      const is_muted = wants ? 0 : 1;
      await store.query((db) =>
        db
          .insertInto('desk_people')
          .values({ email, name, is_reviewer: 0, is_muted, seen_at: now })
          .onConflict((conflict) => conflict.column('email').doUpdateSet({ is_muted }))
          .execute(),
      );
    },
  };
}

export type DeskPeople = ReturnType<typeof createDeskPeople>;

/** The reviewers who have used the desk lately. */
export async function listReviewers(tx: Transaction<Database>, now: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('desk_people')
    .select('email')
    .where('is_reviewer', '=', 1)
    .where('seen_at', '>', now - reviewsFor)
    .execute();
  return rows.map(({ email }) => email);
}

/** Leaves out people who want no emails, and adds the names that are known. */
export async function withNames(tx: Transaction<Database>, emails: readonly string[]): Promise<Person[]> {
  if (emails.length === 0) return [];
  const rows = await tx.selectFrom('desk_people').selectAll().where('email', 'in', emails).execute();
  const known = new Map(rows.map((row) => [row.email, row]));
  return emails
    .filter((email) => known.get(email)?.is_muted !== 1)
    .map((email) => ({ email, name: known.get(email)?.name ?? '' }));
}
