import type { DeleteResult, UpdateResult } from 'kysely';
import { messageOf } from '#lib/base/message-of.ts';
import { repeat, type Repetition } from '#lib/base/repeat.ts';
import type { Store } from './open.ts';

const day = 24 * 60 * 60 * 1000;

/** Days until each kind of row is deleted. Confirmed sign-ups are kept until their owner unsubscribes. */
type RetentionDays = {
  /** From receipt. */
  registrations: number;
  applications: number;
  enquiries: number;
  /** From the last time the address was entered. */
  pendingSignups: number;
  /** From unsubscribing. */
  unsubscribedSignups: number;
  /** Records of emails that were sent, dropped or parked. Queued ones are never deleted. */
  mails: number;
  /** The content of emails over the daily cap that no one released. Between 1 and 7. */
  heldMails: number;
  /** Log entries of staff actions. At least 30: the database refuses earlier deletion. */
  staffLog: number;
  /** Searches and questions without an answer. */
  insights: number;
};

type Swept = Record<keyof RetentionDays | 'endedSessions' | 'binnedDrafts', number>;

/** Longer than a staff session can last. */
const endedSessionDays = 2;
/** Drafts that were discarded at the desk. */
const binDays = 90;

type SweepOptions = {
  store: Store;
  retentionDays: RetentionDays;
  /** Without the desk, its tables stay as they are. The default is true. */
  hasDesk?: boolean;
  now?: Date;
};

/** Deletes expired rows. Returns the number of deleted rows by kind. */
export async function sweep({
  store,
  retentionDays,
  hasDesk = true,
  now = new Date(),
}: SweepOptions): Promise<Swept> {
  const before = (kind: keyof RetentionDays) => now.getTime() - retentionDays[kind] * day;
  return store.transaction(async (tx) => {
    await store.lock(tx, ['retention']);
    const signups = (status: 'pending' | 'unsubscribed') =>
      tx.deleteFrom('signups').where('status', '=', status);
    const submissions = (form: string) => tx.deleteFrom('submissions').where('form', '=', form);
    return {
      registrations: await count(
        tx.deleteFrom('registrations').where('received_at', '<', before('registrations')),
      ),
      applications: await count(submissions('application').where('received_at', '<', before('applications'))),
      enquiries: await count(submissions('enquiry').where('received_at', '<', before('enquiries'))),
      pendingSignups: await count(signups('pending').where('updated_at', '<', before('pendingSignups'))),
      unsubscribedSignups: await count(
        signups('unsubscribed').where('unsubscribed_at', '<', before('unsubscribedSignups')),
      ),
      // One day less, since the next sweep is a day later.
      heldMails: await count(
        tx
          .updateTable('outbox')
          .set({ status: 'dropped', mail: null })
          .where('status', '=', 'held')
          .where('created_at', '<=', before('heldMails') + day),
      ),
      mails: await count(
        tx
          .deleteFrom('outbox')
          .where('status', 'in', ['sent', 'dropped', 'parked'])
          .where('created_at', '<', before('mails')),
      ),
      staffLog: await count(tx.deleteFrom('staff_log').where('at', '<', before('staffLog'))),
      insights: await count(
        tx.deleteFrom('insights').where('day', '<', new Date(before('insights')).toISOString().slice(0, 10)),
      ),
      binnedDrafts: hasDesk
        ? await count(
            tx.deleteFrom('binned_drafts').where('discarded_at', '<', now.getTime() - binDays * day),
          )
        : 0,
      endedSessions: await count(
        tx.deleteFrom('ended_sessions').where('ended_at', '<', now.getTime() - endedSessionDays * day),
      ),
    };
  });
}

async function count(query: { executeTakeFirstOrThrow(): Promise<DeleteResult | UpdateResult> }) {
  const result = await query.executeTakeFirstOrThrow();
  return Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows);
}

type RetentionOptions = {
  store: Store;
  hasDesk: boolean;
  /** Called for each sweep, since a publication may have changed the settings. */
  retentionDays: () => RetentionDays;
  now?: () => Date;
  log: (line: string) => void;
};

/** Sweeps at the start and then once a day. Retries a failed sweep after an hour. */
export function createRetentionWorker({
  store,
  hasDesk,
  retentionDays,
  log,
  now = () => new Date(),
}: RetentionOptions) {
  let sweeps: Repetition | undefined;

  async function run(): Promise<number> {
    await sweep({ store, hasDesk, retentionDays: retentionDays(), now: now() });
    return day;
  }

  return {
    start(): void {
      sweeps ??= repeat({
        run,
        every: day / 24,
        onError: (error) => log(`the sweep failed (${messageOf(error)}); next try in an hour`),
      });
    },
    stop: async () => sweeps?.stop(),
  };
}
