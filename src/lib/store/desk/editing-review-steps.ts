import type { ChangeSetTable, Person } from '#lib/store/desk-schema.ts';
import { listDrafts, lockSet, type ChangeSet, type Draft } from './editing-set-rows.ts';
import type { ReviewEvent, ReviewNotices } from './review-mails.ts';
import type { Store } from '#lib/store/open.ts';
import { writeLog, type StaffAction } from '#lib/store/staff/staff-log.ts';

export type Doer = { who: Person; now: number };

/**
 * A person, and a function that says if they may take a step. It runs in the step's transaction, on the set and its
 * drafts.
 */
export type Allowed = Doer & { allows: (set: ChangeSet, drafts: readonly Draft[]) => boolean };

type Step = {
  set: Partial<ChangeSetTable>;
  /** What the people concerned get an email about. */
  mail?: { event: ReviewEvent; text: string; publishAt?: number };
  log: { action: StaffAction; facts?: Readonly<Record<string, string | number>> };
};

/**
 * The steps from editing to approval, and back. They return false if they are not allowed in the set's current state, or
 * while it is being published.
 */
export function createReviewSteps(store: Store, notify: ReviewNotices) {
  /** Changes the state, in one transaction with the log entry. */
  function step(id: string, { who, now, allows }: Allowed, { set, log, mail }: Step): Promise<boolean> {
    return store.transaction(async (tx) => {
      const known = await lockSet(tx, id);
      if (!known || known.state === 'published' || known.leased_until > now) return false;
      const drafts = await listDrafts(tx, id);
      if (!allows(known, drafts)) return false;
      await tx.updateTable('change_sets').set(set).where('id', '=', id).execute();
      const facts = { title: known.title, ...log.facts };
      await writeLog(tx, { who: who.email, action: log.action, subject: id, facts }, now);
      if (mail) await notify(tx, { ...mail, set: known, drafts, by: who, now });
      return true;
    });
  }

  const decidedBy = ({ who, now }: Doer) => ({
    decided_at: now,
    decided_by: who.email,
    decided_name: who.name,
  });
  const undecided = { decided_at: null, decided_by: null, decided_name: null };
  const unscheduled = { publish_at: null, approved: null, failure: null };

  return {
    rename: (id: string, title: string, doer: Allowed): Promise<boolean> =>
      step(id, doer, { set: { title }, log: { action: 'changes-renamed', facts: { title } } }),

    submit: (id: string, sentence: string, doer: Allowed): Promise<boolean> =>
      step(id, doer, {
        set: {
          state: 'review',
          sentence,
          failure: null,
          decision: '',
          taken_back: null,
          submitted_at: doer.now,
          submitted_by: doer.who.email,
          submitted_name: doer.who.name,
        },
        log: { action: 'changes-submitted' },
        mail: { event: 'submitted', text: sentence },
      }),

    /** Lets the authors take a set back from review. */
    withdraw: (id: string, doer: Allowed): Promise<boolean> =>
      step(id, doer, { set: { state: 'editing', ...unscheduled }, log: { action: 'changes-withdrawn' } }),

    /** Revokes an approval: the set goes back to review. */
    unschedule: (id: string, doer: Allowed): Promise<boolean> =>
      step(id, doer, {
        set: { state: 'review', ...unscheduled, ...undecided },
        log: { action: 'changes-unscheduled' },
      }),

    return: (id: string, decision: string, doer: Allowed): Promise<boolean> =>
      step(id, doer, {
        set: { state: 'returned', decision, ...unscheduled, ...decidedBy(doer) },
        log: { action: 'changes-returned' },
        mail: { event: 'returned', text: decision },
      }),

    /**
     * Approves drafts for publication at `publishAt`, or at once if that is past.
     * @param input.approved the digest of the drafts: only drafts with this digest are published
     */
    approve(
      id: string,
      input: { publishAt: number; approved: string; isOwn: boolean; sentence?: string | undefined },
      doer: Allowed,
    ): Promise<boolean> {
      const { publishAt, approved, isOwn, sentence } = input;
      return step(id, doer, {
        set: {
          state: 'scheduled',
          publish_at: publishAt,
          approved,
          failure: null,
          taken_back: null,
          ...decidedBy(doer),
          ...(sentence !== undefined && {
            sentence,
            submitted_at: doer.now,
            submitted_by: doer.who.email,
            submitted_name: doer.who.name,
          }),
        },
        log: {
          action: isOwn ? 'changes-approved-own' : 'changes-approved',
          ...(publishAt > doer.now && { facts: { at: new Date(publishAt).toISOString() } }),
        },
        mail: { event: publishAt > doer.now ? 'scheduled' : 'approved', text: '', publishAt },
      });
    },

    /** Gives approved changes another time of publication. The approval stays. */
    reschedule: (id: string, publishAt: number, doer: Allowed): Promise<boolean> =>
      step(id, doer, {
        set: { publish_at: publishAt, failure: null },
        log: { action: 'changes-rescheduled', facts: { at: new Date(publishAt).toISOString() } },
        mail: { event: publishAt > doer.now ? 'scheduled' : 'approved', text: '', publishAt },
      }),
  };
}
