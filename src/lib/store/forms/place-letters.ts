import type { Transaction } from 'kysely';
import type { Database } from '#lib/store/schema.ts';

export const decisionMail = 'registration-decision';

/** The emails that say which places a student has. */
const placeMails = [decisionMail, 'registration-places'];

/** Drops unsent emails about places that no longer hold. An email that is being sent is not retried if it fails. */
export async function dropPlaceLetters(
  tx: Transaction<Database>,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return;
  await tx
    .updateTable('outbox')
    .set({ status: 'dropped', mail: null })
    .where('kind', 'in', placeMails)
    .where('about', 'in', references)
    .where('status', 'in', ['queued', 'parked', 'held'])
    .execute();
}
