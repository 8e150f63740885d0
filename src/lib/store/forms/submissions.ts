import type { Selectable, Transaction } from 'kysely';
import { insertUnlessSame } from './insert-once.ts';
import type { Store } from '#lib/store/open.ts';
import { enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import { searchText } from './registration-words.ts';
import type { Database, StoredAnswers, SubmissionTable } from '#lib/store/schema.ts';

export type Submission = Selectable<SubmissionTable>;

type NewSubmission = {
  /** Name of the form. */
  form: string;
  name: string;
  email: string;
  /** Equal for equivalent addresses. */
  emailKey: string;
  topic: string;
  answers: StoredAnswers;
  /** Equal for repeated requests. */
  sameKey: string;
  /** UTC milliseconds. */
  receivedAt: number;
};

type InsertOptions = {
  /** Milliseconds within which the same request gets the same reference. */
  sameWithin: number;
  createReference: () => string;
  /** Returns the emails for a new submission, which are queued in its transaction. */
  mailsFor: (reference: string) => readonly OutgoingMail[];
};

type Tx = Transaction<Database>;

/** Submissions of applications, enquiries and other forms that share a table. */
export function createSubmissions(store: Store) {
  return {
    /** Stores a submission, or returns the reference of the one that it repeats. Safe with any number of instances. */
    insertOnce(
      submission: NewSubmission,
      { sameWithin, createReference, mailsFor }: InsertOptions,
    ): Promise<{ reference: string; repeated: boolean }> {
      const { receivedAt } = submission;
      const since = receivedAt - sameWithin;
      return store.transaction(async (tx) => {
        const inserted = await insertUnlessSame({
          receivedAt,
          createReference,
          insert: (row) => insert(tx, submission, row),
          findSame: () => findSame(tx, submission, since),
          retireSame: () => retireSame(tx, submission, since),
        });
        if ('same' in inserted) return { reference: inserted.same, repeated: true };
        await enqueue(tx, mailsFor(inserted.reference), { store, now: receivedAt });
        return { reference: inserted.reference, repeated: false };
      });
    },

    find(reference: string): Promise<Submission | undefined> {
      return store.query((db) =>
        db.selectFrom('submissions').selectAll().where('reference', '=', reference).executeTakeFirst(),
      );
    },

    /** Returns false, without queueing emails, if the submission is withdrawn or unknown. */
    withdraw(
      reference: string,
      { now, mails }: { now: number; mails: readonly OutgoingMail[] },
    ): Promise<boolean> {
      return store.transaction(async (tx) => {
        const row = await tx
          .updateTable('submissions')
          .set({ handling: 'withdrawn', withdrawn_at: now, live: 0 })
          .where('reference', '=', reference)
          .where('handling', '!=', 'withdrawn')
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        await enqueue(tx, mails, { store, now });
        return true;
      });
    },
  };
}

export type Submissions = ReturnType<typeof createSubmissions>;

async function insert(
  tx: Tx,
  { form, name, email, emailKey, topic, answers, sameKey, receivedAt }: NewSubmission,
  { id, reference }: { id: string; reference: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('submissions')
    .values({
      id,
      form,
      reference,
      name,
      email,
      topic,
      email_key: emailKey,
      answers: JSON.stringify(answers),
      same_key: sameKey,
      live: 1,
      search_text: searchText({ reference, names: name, email }),
      received_at: receivedAt,
      withdrawn_at: null,
      handled_by: null,
      handled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

async function findSame(tx: Tx, { form, sameKey }: NewSubmission, since: number) {
  const row = await tx
    .selectFrom('submissions')
    .select('reference')
    .where('form', '=', form)
    .where('same_key', '=', sameKey)
    .where('live', '=', 1)
    .where('received_at', '>', since)
    .executeTakeFirst();
  return row?.reference;
}

async function retireSame(tx: Tx, { form, sameKey }: NewSubmission, since: number): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ live: 0 })
    .where('form', '=', form)
    .where('same_key', '=', sameKey)
    .where('live', '=', 1)
    .where('received_at', '<=', since)
    .execute();
}
