import type { Selectable } from 'kysely';
import {
  applyDecision,
  findLatestDecision,
  findStandingAfter,
  setHandling,
  type Standing,
} from './decision-rows.ts';
import type { Decision, PlannedDecision } from './plan-decisions.ts';
import { dropPlaceLetters } from './place-letters.ts';
import { lockSeats, planIn, readRegistrations, type Obstacle, type Wanted } from './plan-in-store.ts';
import { readNotes, type RegistrationNote } from './registration-notes.ts';
import { findJustMade, undoBatch, undoPeriod, type UndoOptions } from './undo-batch.ts';
import { readWaitingLists, requireTurn } from './waiting-list.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { decisionErrors, staffActionErrors } from '#lib/i18n/en/staff.ts';
import type { Store } from '#lib/store/open.ts';
import { enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { DecisionTable, RegistrationTable } from '#lib/store/schema.ts';
import { writeLog } from '#lib/store/staff/staff-log.ts';

type Registration = Selectable<RegistrationTable>;

export { undoPeriod } from './undo-batch.ts';
export type { OtherRegistration, CourseDecision, Standing } from './decision-rows.ts';
export type { Obstacle, Wanted } from './plan-in-store.ts';
export type { WaitingList } from './waiting-list.ts';

export type Preview = {
  planned: PlannedDecision[];
  /** Registrations that can't be decided about. */
  left: { reference: string; obstacle: Obstacle }[];
  /** The id of the latest decision about the registrations with a planned one; '' without one. */
  latest: string;
  /** The email to the first registration with each combination of decisions. */
  letters: OutgoingMail[];
  /** By reference. */
  registrations: ReadonlyMap<string, Registration>;
  /** By the id of the registration, oldest first. */
  notes: ReadonlyMap<string, RegistrationNote[]>;
};

export type DecideOptions = Wanted & {
  who: string;
  /** The latest decision that the registrar has seen, as in the preview; undefined for any. */
  seen: string | undefined;
  /** A course in which the registration must be the next on the waiting list, and a seat must be free. */
  turn?: string | undefined;
  /** Returns a sentence for the students with this decision; '' without one. */
  reasonFor: (decision: Decision) => string;
  /** True if the registrar has seen the decision's warning. */
  hasSeen: (planned: PlannedDecision) => boolean;
  /** Returns the email about a registration's courses, in their new state. */
  letterFor: (registration: Registration, standing: Standing) => OutgoingMail | undefined;
};

type PreviewOptions = Wanted & Pick<DecideOptions, 'reasonFor' | 'letterFor'>;

/** Decisions made together. */
export type Batch = {
  by: string;
  at: number;
  /** True if all of it is undone. */
  isUndone: boolean;
  rows: { reference: string; name: string; course: string; decision: Decision; isUndone: boolean }[];
};

/** The registrar's decisions about confirmed registrations. */
export function createDecisions(store: Store) {
  return {
    /** Says what `decide` would do, and changes nothing. */
    preview: ({ reasonFor, letterFor, ...wanted }: PreviewOptions): Promise<Preview> =>
      store.query(async (db) => {
        const rows = await readRegistrations(db, ['reference', wanted.references]);
        const { planned, left } = await planIn(db, rows, wanted);
        const registrations = new Map(rows.map((row) => [row.reference, row]));
        const byReference = Map.groupBy(planned, ({ reference }) => reference);
        const changed = rows.filter(({ reference }) => byReference.has(reference));
        const latest = await findLatestDecision(db, changed);
        const notes = await readNotes(
          db,
          changed.map(({ id }) => id),
        );
        const letters: OutgoingMail[] = [];
        for (const reference of firstOfEachKind(byReference)) {
          const row = registrations.get(reference);
          const mail = row && letterFor(row, await findStandingAfter(db, row, { planned, reasonFor }));
          if (mail) letters.push(mail);
        }
        return { planned, left, latest, letters, registrations, notes };
      }),

    /**
     * Decides about registrations in one transaction with their emails, which wait for `undoPeriod`. Returns the batch and
     * the id of the log entry, or only the batch if the same person has just decided the same: with a second click on a
     * button. Returns undefined, without a change, if the registrar has not seen a warning.
     * @throws ApiError INVALID_REQUEST if nothing is left to decide, someone has decided since, or it is not its turn
     */
    decide(options: DecideOptions): Promise<{ batch: string; logId?: string } | undefined> {
      const { references, who, now, seen, turn, reasonFor, hasSeen, letterFor } = options;
      return store.transaction(async (tx) => {
        const rows = await readRegistrations(tx, ['reference', references], store);
        await lockSeats(tx, store, rows);
        const { planned } = await planIn(tx, rows, options);
        const same = planned.length === 0 ? await findJustMade(tx, rows, options) : undefined;
        if (same !== undefined) return { batch: same };
        if (turn !== undefined) await requireTurn(tx, turn, { ...options, rows });
        if (planned.length === 0) throw new ApiError('INVALID_REQUEST', decisionErrors.nothing);
        if (seen !== undefined && seen !== (await findLatestDecision(tx, rows)))
          throw new ApiError('INVALID_REQUEST', staffActionErrors.changed);
        if (planned.some((each) => each.warning && !hasSeen(each))) return undefined;
        const batch = createRowId(now);
        const byReference = Map.groupBy(planned, ({ reference }) => reference);
        const decided = rows.filter(({ reference }) => byReference.has(reference));
        const standings = new Map<Registration, Standing>();
        for (const row of decided)
          standings.set(row, await findStandingAfter(tx, row, { planned, reasonFor }));
        for (const [row, { outcome }] of standings) {
          for (const each of byReference.get(row.reference) ?? [])
            await applyDecision(tx, row, { ...each, batch, reason: reasonFor(each.decision), who, now });
          const handling = outcome.every(({ decision }) => decision !== null) ? 'done' : 'in-progress';
          await setHandling(tx, row.id, { handling, handled_by: who, handled_at: now });
        }
        const mails = [...standings].flatMap(([row, standing]) => letterFor(row, standing) ?? []);
        const subject = byReference.size === 1 ? (planned[0]?.reference ?? '') : '';
        const facts = { registrations: byReference.size, ...countByDecision(planned) };
        const logId = await writeLog(tx, { who, action: 'places-decided', subject, facts }, now);
        await dropPlaceLetters(tx, [...byReference.keys()]);
        await enqueue(tx, mails, { store, now, isCapped: false, delay: undoPeriod });
        return { batch, logId };
      });
    },

    /**
     * Takes a batch back, with its emails: see `undoBatch`. Returns the id of the log entry.
     * @throws ApiError INVALID_REQUEST if the time is over, or something depends on it by now
     */
    undo: (batch: string, options: Omit<UndoOptions, 'store'>): Promise<string> =>
      store.transaction((tx) => undoBatch(tx, batch, { store, ...options })),

    /** Undefined if the batch is unknown. */
    findBatch(batch: string): Promise<Batch | undefined> {
      return store.query(async (db) => {
        const rows = await db
          .selectFrom('decisions as d')
          .innerJoin('registrations as r', 'r.id', 'd.registration_id')
          .select(['d.course', 'd.decision', 'd.decided_by', 'd.decided_at', 'd.undone_at'])
          .select(['r.reference', 'r.given_name', 'r.family_name'])
          .where('d.batch', '=', batch)
          .orderBy('d.id')
          .execute();
        const [first] = rows;
        if (!first) return undefined;
        return {
          by: first.decided_by,
          at: first.decided_at,
          isUndone: rows.every(({ undone_at }) => undone_at !== null),
          rows: rows.map((row) => ({
            reference: row.reference,
            name: `${row.given_name} ${row.family_name}`,
            course: row.course,
            decision: row.decision,
            isUndone: row.undone_at !== null,
          })),
        };
      });
    },

    waitingLists: (of: { term: string; courses: readonly string[]; now: number }) =>
      store.query((db) => readWaitingLists(db, of)),

    /** The decisions about a registration, oldest first. */
    of: (id: string): Promise<Selectable<DecisionTable>[]> =>
      store.query((db) =>
        db.selectFrom('decisions').selectAll().where('registration_id', '=', id).orderBy('id').execute(),
      ),
  };
}

export type Decisions = ReturnType<typeof createDecisions>;

function countByDecision(planned: readonly PlannedDecision[]): Record<string, number> {
  const groups = Map.groupBy(planned, ({ decision }) => decision);
  return Object.fromEntries([...groups].map(([decision, list]) => [decision, list.length]));
}

/** The references of the first registration with each combination of decisions. */
function firstOfEachKind(byReference: ReadonlyMap<string, readonly PlannedDecision[]>): string[] {
  const kindOf = (made: readonly PlannedDecision[]) =>
    [...new Set(made.map(({ decision }) => decision))].sort().join(' ');
  const kinds = Map.groupBy(byReference, ([, made]) => kindOf(made));
  return [...kinds.values()].flatMap(([first]) => first?.[0] ?? []);
}
