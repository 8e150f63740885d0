import type { Kysely, Transaction } from 'kysely';
import { isBrokenConnection } from './failure.ts';

/**
 * A transaction in a pool whose connections may be from before the server's restart: one that breaks before the
 * work has begun has done nothing, so the work gets another.
 */
export async function beginAgain<D, T>(db: Kysely<D>, work: (tx: Transaction<D>) => Promise<T>): Promise<T> {
  const state = { hasBegun: false };
  const run = () =>
    db.transaction().execute((tx) => {
      state.hasBegun = true;
      return work(tx);
    });
  try {
    return await run();
  } catch (error) {
    if (state.hasBegun || !isBrokenConnection(error)) throw error;
    return run();
  }
}
