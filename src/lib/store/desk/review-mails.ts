import type { Transaction } from 'kysely';
import { listReviewers, withNames } from './desk-people.ts';
import type { CommentTable, Person } from '#lib/store/desk-schema.ts';
import type { ChangeSet, Draft } from './editing-set-rows.ts';
import { enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Store } from '#lib/store/open.ts';
import type { Database } from '#lib/store/schema.ts';

/** What happened to a change set. */
export type ReviewEvent = 'submitted' | 'returned' | 'approved' | 'scheduled' | 'failed';

export type ReviewMailFacts = {
  id: string;
  title: string;
  event: ReviewEvent;
  /** Who did it; empty for a failure. */
  by: string;
  /** The sentence of the authors, the message of the reviewer, or why the publication failed. */
  text: string;
  /** The comments of the reviewers, for changes that were returned. */
  comments: readonly ReviewComment[];
  publishAt: number | null;
  to: Person;
};

export type ReviewComment = Pick<CommentTable, 'path' | 'quote' | 'text' | 'by_email' | 'by_name'>;

export type ReviewMails = {
  letter: (facts: ReviewMailFacts) => OutgoingMail;
  /** Addresses of the reviewers that the settings name. */
  reviewers: readonly string[];
};

/** In an email. */
const maxComments = 50;

type Happened = {
  event: ReviewEvent;
  set: ChangeSet;
  drafts: readonly Pick<Draft, 'authors'>[];
  by: Person | undefined;
  text: string;
  publishAt?: number | null;
  now: number;
};

/** Creates the function that queues the emails about a step, in its transaction. Without email, it does nothing. */
export function createReviewNotices(store: Store, mails: ReviewMails | undefined) {
  return async function notify(tx: Transaction<Database>, happened: Happened): Promise<void> {
    if (!mails) return;
    const { event, set, drafts, by, text, publishAt = null, now } = happened;
    const authors = [
      ...new Set([set.submitted_by ?? set.created_by, ...drafts.flatMap((each) => each.authors)]),
    ];
    // Authors may not approve their own text.
    const reviewers = [...mails.reviewers, ...(await listReviewers(tx, now))].filter(
      (email) => !authors.includes(email),
    );
    const approver = event === 'failed' && set.decided_by ? [set.decided_by] : [];
    const wanted = event === 'submitted' ? reviewers : [...authors, ...approver];
    const addresses = [...new Set(wanted)].filter((email) => email.includes('@') && email !== by?.email);
    const { id, title } = set;
    const comments = event === 'returned' ? await listComments(tx, id) : [];
    const facts = { id, title, event, by: by ? by.name || by.email : '', text, comments, publishAt };
    const letters = (await withNames(tx, addresses)).map((to) => mails.letter({ ...facts, to }));
    await enqueue(tx, letters, { store, now, isCapped: false });
  };
}

export type ReviewNotices = ReturnType<typeof createReviewNotices>;

function listComments(tx: Transaction<Database>, id: string): Promise<ReviewComment[]> {
  return tx
    .selectFrom('comments')
    .select(['path', 'quote', 'text', 'by_email', 'by_name'])
    .where('change_set', '=', id)
    .orderBy('id')
    .limit(maxComments)
    .execute();
}
