import type { Transaction } from 'kysely';
import { ApiError } from '#lib/http/api-error.ts';
import { linkErrors } from '#lib/i18n/en/errors.ts';
import type { Database } from '#lib/store/schema.ts';
import { dropReceipt } from './place-letters.ts';
import { isActiveRequest } from './seats.ts';

type Tx = Transaction<Database>;
/** A registration and the courses for which it waits. */
type Waiting = { reference: string; waiting: string[] };

/**
 * Returns the courses in which the registration had a seat; undefined if it is withdrawn already or unknown.
 * @throws ApiError INVALID_REQUEST if it is confirmed
 */
export async function withdrawUnconfirmed(
  tx: Tx,
  reference: string,
  now: number,
): Promise<string[] | undefined> {
  const row = await tx
    .updateTable('registrations')
    .set(withdrawnAt(now))
    .where('reference', '=', reference)
    .where('status', '=', 'requested')
    .returning(['id', 'confirmed_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.confirmed_at !== null) throw new ApiError('INVALID_REQUEST', linkErrors.notCorrectable);
  const seats = await tx
    .selectFrom('registration_courses')
    .select('course')
    .where('registration_id', '=', row.id)
    .where('waiting', '=', 0)
    .where(isActiveRequest(now))
    .execute();
  // In the order of the mail worker, so that neither waits for the other.
  await dropReceipt(tx, reference);
  await freeSeats(tx, row.id);
  return seats.map(({ course }) => course);
}

/** The columns of a registration that its student withdraws. */
export function withdrawnAt(now: number) {
  return { status: 'withdrawn', handling: 'withdrawn', withdrawn_at: now, live: 0 } as const;
}

export async function freeSeats(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('registration_courses').set({ active: 0 }).where('registration_id', '=', id).execute();
}

/** Gives a registration seats in courses for which it waits. */
export async function passOn(
  tx: Tx,
  { reference, waiting }: Waiting,
  seats: readonly string[],
): Promise<Waiting> {
  const gained = waiting.filter((course) => seats.includes(course));
  if (gained.length > 0)
    await tx
      .updateTable('registration_courses')
      .set({ waiting: 0 })
      .where('course', 'in', gained)
      .where('registration_id', 'in', (select) =>
        select.selectFrom('registrations').select('id').where('reference', '=', reference),
      )
      .execute();
  return { reference, waiting: waiting.filter((course) => !gained.includes(course)) };
}
