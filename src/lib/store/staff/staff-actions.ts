import { sql, type Transaction } from 'kysely';
import type { Store } from '#lib/store/open.ts';
import { enqueue, type OutgoingMail } from '#lib/store/mail/outbox.ts';
import { readRegistrations } from '#lib/store/forms/plan-in-store.ts';
import { readNotes } from '#lib/store/forms/registration-notes.ts';
import { foldName, maxWordLength } from '#lib/store/forms/registration-words.ts';
import { undoPeriod } from '#lib/store/forms/undo-batch.ts';
import type { Database, Handling } from '#lib/store/schema.ts';
import { writeLog, type Doer } from './staff-log.ts';

type PersonCounts = {
  registrations: number;
  /** Of staff, about the registrations. */
  notes: number;
  submissions: number;
  signups: number;
  mails: number;
};

type Tx = Transaction<Database>;
type Referenced = { id: string; reference: string };
type Rows = {
  registrations: Referenced[];
  notes: number;
  submissions: Referenced[];
  signups: string[];
  mails: string[];
};

type ActionOptions = {
  /** Equal for equivalent addresses; undefined for an invalid one. */
  emailKey: (address: string) => string | undefined;
};

/** Staff actions on visitors' data. Each runs in one transaction with its log entry. */
export function createStaffActions(store: Store, { emailKey }: ActionOptions) {
  return {
    /**
     * Returns the id of the log entry, or nothing in its place if the same person has just set it: with a second click
     * on the button. Returns undefined if the registration or submission is unknown, withdrawn, or no longer in the
     * state `from`.
     */
    setHandling(
      reference: string,
      { from, to, who, now }: Doer & { from: Handling; to: Exclude<Handling, 'withdrawn'> },
    ): Promise<{ logId?: string } | undefined> {
      return store.transaction(async (tx) => {
        const table = isRegistration(reference) ? 'registrations' : 'submissions';
        const row = await tx
          .updateTable(table)
          .set({ handling: to, handled_by: who, handled_at: now })
          .where('reference', '=', reference)
          .where('handling', '=', from)
          .where('handling', '!=', 'withdrawn')
          .returning('id')
          .executeTakeFirst();
        if (!row) {
          const justSet = await tx
            .selectFrom(table)
            .select('id')
            .where('reference', '=', reference)
            .where('handling', '=', to)
            .where('handled_by', '=', who)
            .where('handled_at', '>', now - undoPeriod)
            .executeTakeFirst();
          return justSet && {};
        }
        const entry = { who, action: 'handling-set', subject: reference, facts: { from, to } } as const;
        return { logId: await writeLog(tx, entry, now) };
      });
    },

    /** Queues the email and drops an unsent one of the same kind. */
    sendAgain(letter: OutgoingMail, { who, now }: Doer): Promise<string> {
      return store.transaction(async (tx) => {
        await tx
          .updateTable('outbox')
          .set({ status: 'dropped', mail: null })
          .where('about', '=', letter.about)
          .where('kind', '=', letter.kind)
          .where('status', 'in', ['queued', 'parked', 'held'])
          .where('leased_until', '<=', now)
          .execute();
        await enqueue(tx, [letter], { store, now, isCapped: false });
        const facts = { kind: letter.kind };
        return writeLog(tx, { who, action: 'letter-sent-again', subject: letter.about, facts }, now);
      });
    },

    /** Queues all parked emails again. */
    retryParked({ who, now }: Doer): Promise<string> {
      return store.transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('outbox')
          .set({ status: 'queued', attempts: 0, next_attempt_at: now })
          .where('status', '=', 'parked')
          .executeTakeFirstOrThrow();
        const facts = { mails: Number(numUpdatedRows) };
        return writeLog(tx, { who, action: 'parked-mail-retried', facts }, now);
      });
    },

    /** Queues one held email, or all up to the newest that was shown. Returns undefined if none is left. */
    releaseHeld(
      which: { id: string } | { through: string },
      { who, now }: Doer,
    ): Promise<string | undefined> {
      return store.transaction(async (tx) => {
        const rows = await tx
          .updateTable('outbox')
          .set({ status: 'queued', next_attempt_at: now })
          .where('status', '=', 'held')
          .where('id', 'id' in which ? '=' : '<=', 'id' in which ? which.id : which.through)
          .returning('about')
          .execute();
        const [first] = rows;
        if (!first) return undefined;
        const subject = 'id' in which && isReference(first.about) ? first.about : '';
        const facts = { mails: rows.length };
        return writeLog(tx, { who, action: 'held-mail-released', subject, facts }, now);
      });
    },

    countPerson(address: string): Promise<PersonCounts> {
      return store.transaction(async (tx) => counts(await findPerson(tx, address)));
    },

    /** Deletes all data of a person. The log records the counts only. */
    deletePerson(address: string, { who, now }: Doer): Promise<string> {
      return store.transaction(async (tx) => {
        const found = await findPerson(tx, address);
        await deleteAll(tx, 'outbox', found.mails);
        await deleteAll(
          tx,
          'registrations',
          found.registrations.map(({ id }) => id),
        );
        await deleteAll(
          tx,
          'submissions',
          found.submissions.map(({ id }) => id),
        );
        await deleteAll(tx, 'signups', found.signups);
        return writeLog(tx, { who, action: 'person-deleted', facts: counts(found) }, now);
      });
    },
  };

  async function findPerson(tx: Tx, address: string): Promise<Rows> {
    const key = emailKey(address);
    if (key === undefined) return { registrations: [], notes: 0, submissions: [], signups: [], mails: [] };
    const isTheirs = (email: string) => emailKey(email) === key;
    const registrations = await findRegistrations(tx, [address, key], isTheirs);
    const ids = registrations.map(({ id }) => id);
    // Locked before their emails are read, so that no decision queues another one meanwhile.
    await readRegistrations(tx, ['id', ids], store);
    const notes = [...(await readNotes(tx, ids)).values()].flat().length;
    const signups = (await tx.selectFrom('signups').select('id').where('email_key', '=', key).execute()).map(
      ({ id }) => id,
    );
    const submissions = await tx
      .selectFrom('submissions')
      .select(['id', 'reference'])
      .where('email_key', '=', key)
      .execute();
    const references = [...registrations, ...submissions].map(({ reference }) => reference);
    const mails = await findMails(tx, { abouts: [...references, ...signups], isTheirs });
    return { registrations, notes, submissions, signups, mails };
  }
}

/** True for a reference; false for the id of a sign-up, which the log must not contain. */
function isReference(about: string): boolean {
  return /^[A-Z]-/.test(about);
}

/** The references of submissions begin with other letters. */
function isRegistration(reference: string): boolean {
  return reference.startsWith('R-');
}

export type StaffActions = ReturnType<typeof createStaffActions>;

function counts({ registrations, notes, submissions, signups, mails }: Rows): PersonCounts {
  return {
    registrations: registrations.length,
    notes,
    submissions: submissions.length,
    signups: signups.length,
    mails: mails.length,
  };
}

/** Search words include the folded address, so the few matching rows include all registrations of the person. */
async function findRegistrations(
  tx: Tx,
  spellings: readonly string[],
  isTheirs: (email: string) => boolean,
): Promise<Rows['registrations']> {
  const words = spellings.map((each) => [...foldName(each)].slice(0, maxWordLength).join(''));
  const rows = await tx
    .selectFrom('registrations')
    .select(['id', 'reference', 'email'])
    .where('id', 'in', (from) =>
      from.selectFrom('registration_words').select('registration_id').where('word', 'in', words),
    )
    .execute();
  return rows.filter(({ email }) => isTheirs(email));
}

/**
 * Finds emails about the person's registrations, submissions and sign-ups, also those to the registrar, and unsent
 * emails to the person.
 */
async function findMails(
  tx: Tx,
  { abouts, isTheirs }: { abouts: readonly string[]; isTheirs: (email: string) => boolean },
): Promise<string[]> {
  const about =
    abouts.length === 0
      ? []
      : await tx.selectFrom('outbox').select('id').where('about', 'in', abouts).execute();
  const unsent = await tx
    .selectFrom('outbox')
    .select(['id', sql<string>`mail`.as('mail')])
    .where('status', 'in', ['queued', 'parked', 'held'])
    .where('mail', 'is not', null)
    .execute();
  const theirs = unsent.filter(({ mail }) => isTheirs((JSON.parse(mail) as OutgoingMail).to.address));
  return [...new Set([...about, ...theirs].map(({ id }) => id))];
}

async function deleteAll(
  tx: Tx,
  table: 'outbox' | 'registrations' | 'submissions' | 'signups',
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += 500) {
    await tx
      .deleteFrom(table)
      .where('id', 'in', ids.slice(start, start + 500))
      .execute();
  }
}
