import { randomUUID } from 'node:crypto';
import { repeat, type Repetition } from './repeat.ts';

type LeaseWork<Item> = {
  /** Leases due items to the holder. An empty list ends the run. */
  lease: (holder: string) => Promise<readonly Item[]>;
  /** Does the work and ends the lease. If it rejects, the run ends. */
  handle: (item: Item, holder: string) => Promise<void>;
  /** Releases an item that was leased while the worker was stopping. */
  release: (item: Item, holder: string) => Promise<void>;
  /** Called when no item is due any more. Resolves with the milliseconds until the next run. */
  afterwards?: () => Promise<number>;
  /** Milliseconds between runs. */
  every: number;
  onError: (error: unknown) => void;
};

export type LeaseWorker = {
  start(): void;
  /** Checks for due items now. */
  wake(): void;
  /** Resolves when the items being handled are done. */
  stop(): Promise<void>;
};

/**
 * Handles the due items of a table that several servers share. Each item is leased first, so that only one server
 * handles it, and another one takes over if that server dies.
 */
export function createLeaseWorker<Item>(work: LeaseWork<Item>): LeaseWorker {
  const holder = randomUUID();
  let repetition: Repetition | undefined;
  let isStopped = false;

  async function handleDue(): Promise<number | undefined> {
    while (!isStopped) {
      const items = await work.lease(holder);
      if (items.length === 0) return work.afterwards?.();
      const results = await Promise.allSettled(
        items.map((item) => (isStopped ? work.release(item, holder) : work.handle(item, holder))),
      );
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    }
    return undefined;
  }

  return {
    start() {
      repetition ??= repeat({ run: handleDue, every: work.every, onError: work.onError });
    },
    wake: () => repetition?.wake(),
    async stop() {
      isStopped = true;
      await repetition?.stop();
    },
  };
}
