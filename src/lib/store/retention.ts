import type { Store } from './open.ts';

const day = 24 * 60 * 60 * 1000;

/** After how many days each kind is deleted. Confirmed sign-ups stay until their owner leaves. */
type RetentionDays = {
  /** Counted from the day it was received. */
  registrations: number;
  /** Counted from the last time the address was entered. */
  pendingSignups: number;
  /** Counted from the day of leaving. */
  unsubscribedSignups: number;
  /** Records of mails that are sent, dropped or parked; a queued one is never deleted. */
  mails: number;
  /** The content of a mail over the daily cap that no one released: 7 at most, and 1 at least. */
  heldMails: number;
  /** Lines of the log of staff actions: 30 days at least, before which the database refuses. */
  staffLog: number;
  /** Searches and questions without an answer, counted from the day they were put. */
  insights: number;
};

type Swept = Record<keyof RetentionDays | 'endedSessions', number>;

/** Twice as long as a staff session can last, whatever its settings. */
const endedSessionDays = 2;

type SweepOptions = { store: Store; retentionDays: RetentionDays; now?: Date };

/** Deletes what has been kept long enough, and returns how many rows of each kind. */
export async function sweep({ store, retentionDays, now = new Date() }: SweepOptions): Promise<Swept> {
  const before = (kind: keyof RetentionDays) => now.getTime() - retentionDays[kind] * day;
  return store.transaction(async (tx) => {
    await store.lock(tx, ['retention']);
    const registrations = await tx
      .deleteFrom('registrations')
      .where('received_at', '<', before('registrations'))
      .executeTakeFirst();
    const pendingSignups = await tx
      .deleteFrom('signups')
      .where('status', '=', 'pending')
      .where('updated_at', '<', before('pendingSignups'))
      .executeTakeFirst();
    const unsubscribedSignups = await tx
      .deleteFrom('signups')
      .where('status', '=', 'unsubscribed')
      .where('unsubscribed_at', '<', before('unsubscribedSignups'))
      .executeTakeFirst();
    // One day less: the next sweep comes in a day.
    const heldMails = await tx
      .updateTable('outbox')
      .set({ status: 'dropped', mail: null })
      .where('status', '=', 'held')
      .where('created_at', '<=', before('heldMails') + day)
      .executeTakeFirst();
    const mails = await tx
      .deleteFrom('outbox')
      .where('status', 'in', ['sent', 'dropped', 'parked'])
      .where('created_at', '<', before('mails'))
      .executeTakeFirst();
    const staffLog = await tx.deleteFrom('staff_log').where('at', '<', before('staffLog')).executeTakeFirst();
    const insights = await tx
      .deleteFrom('insights')
      .where('day', '<', new Date(before('insights')).toISOString().slice(0, 10))
      .executeTakeFirst();
    const endedSessions = await tx
      .deleteFrom('ended_sessions')
      .where('ended_at', '<', now.getTime() - endedSessionDays * day)
      .executeTakeFirst();
    return {
      registrations: Number(registrations.numDeletedRows),
      pendingSignups: Number(pendingSignups.numDeletedRows),
      unsubscribedSignups: Number(unsubscribedSignups.numDeletedRows),
      heldMails: Number(heldMails.numUpdatedRows),
      mails: Number(mails.numDeletedRows),
      staffLog: Number(staffLog.numDeletedRows),
      insights: Number(insights.numDeletedRows),
      endedSessions: Number(endedSessions.numDeletedRows),
    };
  });
}

/** Sweeps at its start and then once a day. A sweep that fails is tried again an hour later. */
export function createRetentionWorker({
  log,
  now = () => new Date(),
  ...options
}: Omit<SweepOptions, 'now'> & { now?: () => Date; log: (line: string) => void }) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = true;

  async function run(): Promise<void> {
    let wait = day;
    try {
      await sweep({ ...options, now: now() });
    } catch (error) {
      wait = day / 24;
      log(`the sweep failed (${error instanceof Error ? error.message : 'unknown'}); it runs again soon`);
    }
    if (!stopped)
      timer = setTimeout(() => {
        running = run();
      }, wait).unref();
  }

  return {
    start(): void {
      if (!stopped) return;
      stopped = false;
      running = run();
    },
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
