import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';

type Work<D, T> = (tx: Transaction<D>) => Promise<T>;
type Job<D> = {
  work: Work<D, unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
};

/** Few enough that other work of the process need not wait long. */
const mostInGroup = 32;

/**
 * For a database with one writer: transactions that are asked for at the same moment share one commit, and
 * so one write to the disk. Each runs alone, inside a savepoint, and is answered after the commit only; one
 * that fails leaves the others as they are.
 */
export function createGroupCommit<D>(db: Kysely<D>): <T>(work: Work<D, T>) => Promise<T> {
  const queue: Job<D>[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    // Requests that have arrived together come to the queue before the next turn of the event loop.
    do {
      await nextTurn();
      await runGroup(db, queue.splice(0, mostInGroup));
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
  const answers: (() => void)[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      for (const job of jobs) answers.push(await runJob(tx, job));
    });
  } catch (error) {
    for (const { reject } of jobs) reject(error);
    return;
  }
  for (const answer of answers) answer();
}

/** What to tell the job's owner once the group is on the disk. Throws when the whole group is lost. */
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
      // After some errors, a full disk among them, SQLite has undone the whole transaction.
      throw error;
    }
    return () => {
      reject(error);
    };
  }
}
