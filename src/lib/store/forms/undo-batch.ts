import type { Selectable, Transaction } from 'kysely';
import {
  findOthers,
  findDecisions,
  setHandling,
  undoDecision,
  type Standing,
  type StateBefore,
} from './decision-rows.ts';
import type { Decision } from './plan-decisions.ts';
import { decisionMail } from './place-letters.ts';
import { countSeats, lockSeats, readRegistrations, type Wanted } from './plan-in-store.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { decisionErrors } from '#lib/i18n/en/staff.ts';
import { enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Store } from '#lib/store/open.ts';
import type { Database, DecisionTable, RegistrationTable } from '#lib/store/schema.ts';
import { writeLog, type Doer } from '#lib/store/staff/staff-log.ts';

type Tx = Transaction<Database>;
type Registration = Selectable<RegistrationTable>;
type MadeDecision = Selectable<DecisionTable>;

/**
 * How long a decision can be undone, and its email waits, in milliseconds. Within this time, the same request of the
 * same person is a second click on the button.
 */
export const undoPeriod = 30_000;

export type UndoOptions = Doer &
  Pick<Wanted, 'seats'> & {
    store: Store;
    /** Returns the email about an earlier decision, whose own email was dropped for the one that is undone. */
    letterFor: (registration: Registration, standing: Standing) => OutgoingMail | undefined;
  };

/**
 * Takes a batch of decisions back, with their emails. Registrations with a newer decision stay as they are, because its
 * email names all their courses. Returns the id of the log entry.
 * @throws ApiError INVALID_REQUEST if the time is over, or something depends on it by now
 */
export async function undoBatch(tx: Tx, batch: string, options: UndoOptions): Promise<string> {
  const { store, who, now, seats } = options;
  const ids = (await readBatch(tx, batch)).map((each) => each.registration_id);
  const all = await readRegistrations(tx, ['id', ids], store);
  await lockSeats(tx, store, all);
  const batchNow = await readBatch(tx, batch);
  const made = batchNow.filter(({ undone_at }) => undone_at === null);
  if (batchNow.length > 0 && made.length === 0) throw new ApiError('INVALID_REQUEST', decisionErrors.undone);
  const [first] = made;
  if (!first || now - first.decided_at > undoPeriod)
    throw new ApiError('INVALID_REQUEST', decisionErrors.tooLate);
  const newer = await findDecidedAgain(tx, made);
  const rows = all.filter(({ id }) => !newer.has(id) && made.some((each) => each.registration_id === id));
  if (rows.length === 0) throw new ApiError('INVALID_REQUEST', decisionErrors.decidedAgain);
  const takenBefore = await countSeats(tx, rows, now);
  for (const each of made) if (!newer.has(each.registration_id)) await undoDecision(tx, each, now);
  await requireSeats(tx, rows, { seats, now, takenBefore });
  for (const row of rows) {
    const earliest = made.findLast(({ registration_id }) => registration_id === row.id);
    const { handling, handledBy, handledAt } = JSON.parse(earliest?.before ?? '{}') as StateBefore;
    await setHandling(tx, row.id, { handling, handled_by: handledBy, handled_at: handledAt });
  }
  await dropLetters(tx, rows, now);
  const subject = rows.length === 1 ? (rows[0]?.reference ?? '') : '';
  const facts = { registrations: rows.length, ...(newer.size > 0 && { left: newer.size }) };
  const logId = await writeLog(tx, { who, action: 'decision-undone', subject, facts }, now);
  await restoreLetters(tx, rows, options);
  return logId;
}

/** Newest first. */
function readBatch(tx: Tx, batch: string): Promise<MadeDecision[]> {
  return tx.selectFrom('decisions').selectAll().where('batch', '=', batch).orderBy('id', 'desc').execute();
}

type Form = Doer & Pick<Wanted, 'decision'> & { reasonFor: (decision: Decision) => string };

/** Returns the latest batch about these registrations, if this person made it with the same form and can undo it. */
export async function findJustMade(
  tx: Tx,
  rows: readonly Registration[],
  { who, now, decision, reasonFor }: Form,
): Promise<string | undefined> {
  if (rows.length === 0) return undefined;
  const made = await tx
    .selectFrom('decisions')
    .selectAll()
    .where(
      'registration_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('undone_at', 'is', null)
    .where('decided_at', '>=', now - undoPeriod)
    .orderBy('id', 'desc')
    .execute();
  const [latest] = made;
  const wishFor = (course: string) => (typeof decision === 'string' ? decision : decision(course));
  const isSame = made
    .filter(({ batch }) => batch === latest?.batch)
    .every((each) => {
      const wish = wishFor(each.course);
      const isFull = wish === 'place' && each.decision === 'waiting';
      return (each.decision === wish || isFull) && each.reason === reasonFor(each.decision);
    });
  return latest?.decided_by === who && isSame ? latest.batch : undefined;
}

/** Returns the ids of the registrations with a decision after this batch. */
async function findDecidedAgain(tx: Tx, made: readonly MadeDecision[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('decisions')
    .select('registration_id')
    .where(
      'registration_id',
      'in',
      made.map((each) => each.registration_id),
    )
    .where('batch', '<>', made[0]?.batch ?? '')
    .where('id', '>', made[0]?.id ?? '')
    .where('undone_at', 'is', null)
    .execute();
  return new Set(rows.map(({ registration_id }) => registration_id));
}

/** @throws ApiError INVALID_REQUEST if undoing takes a seat that is not free, or a student has withdrawn */
async function requireSeats(
  tx: Tx,
  rows: readonly Registration[],
  options: Pick<Wanted, 'seats' | 'now'> & { takenBefore: ReadonlyMap<string, number> },
): Promise<void> {
  const { seats, now, takenBefore } = options;
  const taken = await countSeats(tx, rows, now);
  const isOver = [...taken].some(([key, count]) => {
    const [term = '', course = ''] = key.split(' ');
    return count > (takenBefore.get(key) ?? 0) && count > seats(course, term);
  });
  if (isOver || rows.some(({ status }) => status === 'withdrawn'))
    throw new ApiError('INVALID_REQUEST', decisionErrors.changed);
}

/** @throws ApiError INVALID_REQUEST if one is being sent */
async function dropLetters(tx: Tx, rows: readonly Registration[], now: number): Promise<void> {
  const letters = () =>
    tx
      .updateTable('outbox')
      .set({ status: 'dropped', mail: null })
      .where('kind', '=', decisionMail)
      .where(
        'about',
        'in',
        rows.map(({ reference }) => reference),
      )
      .where('status', '=', 'queued');
  await letters().where('leased_until', '<=', now).execute();
  const { numUpdatedRows } = await letters().executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) throw new ApiError('INVALID_REQUEST', decisionErrors.tooLate);
}

/** Queues the emails about decisions that hold again and that the student has no email about. */
async function restoreLetters(
  tx: Tx,
  rows: readonly Registration[],
  { store, now, letterFor }: UndoOptions,
): Promise<void> {
  for (const row of rows) {
    const latest = await tx
      .selectFrom('decisions')
      .select((select) => select.fn.max('decided_at').as('at'))
      .where('registration_id', '=', row.id)
      .where('undone_at', 'is', null)
      .executeTakeFirst();
    if (!latest?.at) continue;
    const sent = await tx
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', decisionMail)
      .where('about', '=', row.reference)
      .where('created_at', '>=', latest.at)
      .where('status', '=', 'sent')
      .executeTakeFirst();
    if (sent) continue;
    const mail = letterFor(row, {
      outcome: await findDecisions(tx, row.id),
      others: await findOthers(tx, row),
    });
    const delay = Math.max(0, latest.at + undoPeriod - now);
    await enqueue(tx, mail ? [mail] : [], { store, now, isCapped: false, delay });
  }
}
