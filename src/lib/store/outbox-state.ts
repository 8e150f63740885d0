import type { Store } from './open.ts';

/** Mails that are not sent yet. */
export type OutboxState = { queued: number; parked: number; held: number; oldestQueuedSeconds: number };

/** Reads what an operator watches of the outbox, by its index. @throws ApiError STORE_UNAVAILABLE */
export async function readOutboxState(store: Store, now: number): Promise<OutboxState> {
  const rows = await store.query((db) =>
    db
      .selectFrom('outbox')
      .select((select) => [
        'status',
        select.fn.countAll<number | string>().as('count'),
        select.fn.min<number | string>('created_at').as('oldest'),
      ])
      .where('status', 'in', ['queued', 'parked', 'held'])
      .groupBy('status')
      .execute(),
  );
  const of = (status: 'queued' | 'parked' | 'held') => rows.find((row) => row.status === status);
  const queued = of('queued');
  return {
    queued: Number(queued?.count ?? 0),
    parked: Number(of('parked')?.count ?? 0),
    held: Number(of('held')?.count ?? 0),
    oldestQueuedSeconds: queued ? Math.max(0, (now - Number(queued.oldest)) / 1000) : 0,
  };
}
