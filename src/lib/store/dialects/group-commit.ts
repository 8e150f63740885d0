import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';

type Work<D, T> = (tx: Transaction<D>) => Promise<T>;
type Job<D> = {
  work: Work<D, unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
};

/** Limits how long a group blocks the event loop. */
const maxGroupSize = 32;

/**
 * Group commit for a database with one writer: concurrent transactions share one commit, and so one write to the disk.
 * Each runs in its own savepoint and settles after the commit. A failed transaction does not affect the others.
 */
export function createGroupCommit<D>(db: Kysely<D>): <T>(work: Work<D, T>) => Promise<T> {
  const queue: Job<D>[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    // Let requests that arrived together join the queue first.
    do {
      await yieldToEventLoop();
      await runGroup(db, queue.splice(0, maxGroupSize));
    } while (queue.length > 0);
    running = false;
  }

  return <T>(work: Work<D, T>) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (!running) void drain();
    });
}

async function runGroup<D>(db: Kysely<D>, jobs: readonly Job<D>[]): Promise<void> {
  const settle: (() => void)[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      for (const job of jobs) settle.push(await runJob(tx, job));
    });
  } catch (error) {
    for (const { reject } of jobs) reject(error);
    return;
  }
  for (const settleJob of settle) settleJob();
}

/** Runs a job and returns a function that settles it after the commit. @throws if the whole group is rolled back */
async function runJob<D>(tx: Transaction<D>, { work, resolve, reject }: Job<D>): Promise<() => void> {
  await sql`savepoint job`.execute(tx);
  try {
    const value = await work(tx);
    await sql`release job`.execute(tx);
    return () => {
      resolve(value);
    };
  } catch (error) {
    try {
      await sql`rollback to job`.execute(tx);
      await sql`release job`.execute(tx);
    } catch {
      // After some errors, such as a full disk, SQLite has rolled back the whole transaction.
      throw error;
    }
    return () => {
      reject(error);
    };
  }
}
