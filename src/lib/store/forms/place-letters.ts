import type { Transaction } from 'kysely';
import type { Database } from '#lib/store/schema.ts';

export const decisionMail = 'registration-decision';

/** The emails that say which places a student has. */
const placeMails = [decisionMail, 'registration-places'];

/** The kind of the email with the link that confirms a registration. */
export const receiptMail = 'registration-receipt';

/** Drops the unsent email that would go to a mistyped address. */
export async function dropReceipt(tx: Transaction<Database>, reference: string): Promise<void> {
  await dropUnsentAbout(tx, [receiptMail], [reference]);
}

/** Drops unsent emails about places that no longer hold. An email that is being sent is not retried if it fails. */
export async function dropPlaceLetters(
  tx: Transaction<Database>,
  references: readonly string[],
): Promise<void> {
  if (references.length > 0) await dropUnsentAbout(tx, placeMails, references);
}

async function dropUnsentAbout(
  tx: Transaction<Database>,
  kinds: readonly string[],
  references: readonly string[],
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ status: 'dropped', mail: null })
    .where('kind', 'in', kinds)
    .where('about', 'in', references)
    .where('status', 'in', ['queued', 'parked', 'held'])
    .execute();
}
