import { randomUUID } from 'node:crypto';
import { repeat, type Repetition } from './repeat.ts';

type LeaseWork<Item> = {
  /** Leases at most `limit` due items to the holder. An empty list ends the run. */
  lease: (holder: string, limit: number) => Promise<readonly Item[]>;
  /** Does the work and ends the lease. If it rejects, the run ends; the next one follows as usual. */
  handle: (item: Item, holder: string) => Promise<void>;
  /** Releases an item that was leased while the worker was stopping. */
  release: (item: Item, holder: string) => Promise<void>;
  /** Called when no item is due any more. Resolves with the milliseconds until the next run. */
  afterwards?: () => Promise<number>;
  /** The most items that are handled at the same time. A slow one takes one place and does not hold up the others. */
  maxConcurrent?: number;
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
export function createLeaseWorker<Item>({ maxConcurrent = 1, ...work }: LeaseWork<Item>): LeaseWorker {
  const holder = randomUUID();
  const inProgress = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let repetition: Repetition | undefined;
  let isStopped = false;

  async function handleDue(): Promise<number | undefined> {
    while (!isStopped) {
      if (errors.length > 0) throw errors.splice(0)[0];
      const limit = maxConcurrent - inProgress.size;
      if (limit <= 0) {
        await Promise.race(inProgress);
        continue;
      }
      const items = await work.lease(holder, limit);
      if (items.length === 0) return work.afterwards?.();
      for (const item of items) begin(item);
    }
    return undefined;
  }

  function begin(item: Item): void {
    const handled = (isStopped ? work.release(item, holder) : work.handle(item, holder))
      .catch((error: unknown) => void errors.push(error))
      .finally(() => inProgress.delete(handled));
    inProgress.add(handled);
  }

  return {
    start() {
      repetition ??= repeat({ run: handleDue, every: work.every, onError: work.onError });
    },
    wake: () => repetition?.wake(),
    async stop() {
      isStopped = true;
      await repetition?.stop();
      await Promise.all(inProgress);
    },
  };
}
