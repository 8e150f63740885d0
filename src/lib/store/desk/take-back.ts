import type { Transaction } from 'kysely';
import { lockSet, type ChangeSet } from './editing-set-rows.ts';
import type { Person, TakenBack } from '#lib/store/desk-schema.ts';
import { enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Store } from '#lib/store/open.ts';
import type { Database } from '#lib/store/schema.ts';
import { writeLog } from '#lib/store/staff/staff-log.ts';

/** Facts for the email to the reviewer of a set that went back to its authors. */
type TakenBackFacts = {
  id: string;
  title: string;
  /** Who changed the set, and in which file. */
  by: string;
  path: string;
  /** Whether the reviewer had approved the set, or had returned it before it was submitted again. */
  decision: 'approved' | 'returned';
  reviewer: Person;
};

export type TakenBackLetter = (facts: TakenBackFacts) => OutgoingMail;

type Change = { by: string; path: string; now: number };

/**
 * Creates the function that locks a change set before a draft in it is changed, added or removed. A set that was
 * submitted or approved goes back to editing, because its new content has not been reviewed. Its reviewer gets an email
 * once the change is committed.
 */
export function createTakeBack(store: Store, letter: TakenBackLetter | undefined) {
  return async function takeBack(tx: Transaction<Database>, id: string, change: Change): Promise<void> {
    const set = await lockSet(tx, id);
    if (set?.state !== 'review' && set?.state !== 'scheduled') return;
    const { by, path, now } = change;
    const approvedBy = set.state === 'scheduled' ? set.decided_name || set.decided_by : null;
    await tx
      .updateTable('change_sets')
      .set({
        state: 'editing',
        publish_at: null,
        approved: null,
        // Also limits emails: reviewers get another one only after another decision.
        decided_at: null,
        decided_by: null,
        decided_name: null,
        taken_back: JSON.stringify({ at: now, by, path, approvedBy } satisfies TakenBack),
      })
      .where('id', '=', id)
      .execute();
    const facts = { title: set.title, path };
    await writeLog(tx, { who: by, action: 'changes-reopened', subject: id, facts }, now);
    const reviewer = reviewerOf(set);
    if (!letter || !reviewer || reviewer.email === by) return;
    const decision = set.state === 'scheduled' ? 'approved' : 'returned';
    const mail = letter({ id, title: set.title, by, path, decision, reviewer });
    await enqueue(tx, [mail], { store, now, isCapped: false });
  };
}

/** Undefined if nobody has decided on the set, or if the directory gave no address for the reviewer. */
function reviewerOf({ decided_by: email, decided_name: name }: ChangeSet): Person | undefined {
  return email?.includes('@') ? { email, name: name ?? '' } : undefined;
}
