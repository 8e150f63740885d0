import type { Store } from '#lib/store/open.ts';

/** Emails that have not been sent. */
export type OutboxState = {
  /** Waiting for the first or the next attempt. */
  queued: number;
  /** Queued, and the last attempt failed. */
  failing: number;
  /** Not delivered after the last attempt. Staff can retry them. */
  parked: number;
  /** Over the daily cap of their mailbox. Staff can release them. */
  held: number;
  oldestQueuedSeconds: number;
};

/** @throws ApiError STORE_UNAVAILABLE */
export async function readOutboxState(store: Store, now: number): Promise<OutboxState> {
  const rows = await store.query((db) =>
    db
      .selectFrom('outbox')
      .select(({ fn }) => [
        'status',
        fn.countAll<number>().as('count'),
        fn.min<number>('created_at').as('oldest'),
        fn.count<number>('last_error').as('failing'),
      ])
      .where('status', 'in', ['queued', 'parked', 'held'])
      .groupBy('status')
      .execute(),
  );
  const of = (status: 'queued' | 'parked' | 'held') => rows.find((row) => row.status === status);
  const queued = of('queued');
  return {
    queued: queued?.count ?? 0,
    failing: queued?.failing ?? 0,
    parked: of('parked')?.count ?? 0,
    held: of('held')?.count ?? 0,
    oldestQueuedSeconds: queued ? Math.max(0, (now - queued.oldest) / 1000) : 0,
  };
}
