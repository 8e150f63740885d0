import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { messageOf } from '#lib/base/message-of.ts';

const outcomeSchema = z.object({
  pages: z.number(),
  changed: z.number(),
  seconds: z.number(),
  /** Problems of files that keep their last good state, one per line. */
  refused: z.string(),
  refusedFiles: z.number(),
  /** Warnings that the previous publication did not have, one per line. */
  warnings: z.string().default(''),
  /** Why nothing was published; undefined after a success. */
  failure: z.string().optional(),
});

export type PublicationOutcome = z.infer<typeof outcomeSchema>;

export type PublicationRequests = ReturnType<typeof openPublicationRequests>;

/**
 * Requests to publish the content of a build, stored in a database in the build's folder. They survive restarts of the
 * process that makes them and of the one that answers them.
 */
export function openPublicationRequests(buildDir: string) {
  const folder = join(buildDir, 'publisher');
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: 5000 });
  database.exec(`
    pragma journal_mode = wal;
    create table if not exists requests (id integer primary key, outcome text);
  `);
  return {
    ask: (): number =>
      Number(database.prepare('insert into requests values (null, null)').run().lastInsertRowid),

    outcomeOf(id: number): PublicationOutcome | undefined {
      const row = database.prepare('select outcome from requests where id = ?').get(id);
      const text = row?.['outcome'];
      return typeof text === 'string' ? outcomeSchema.parse(JSON.parse(text)) : undefined;
    },

    /** The requests without an outcome. One publication answers all of them. */
    open: (): number[] =>
      database
        .prepare('select id from requests where outcome is null')
        .all()
        .map(({ id }) => Number(id)),

    answer(ids: readonly number[], outcome: PublicationOutcome): void {
      database
        .prepare('update requests set outcome = ? where id in (select value from json_each(?))')
        .run(JSON.stringify(outcome), JSON.stringify(ids));
      database.exec('delete from requests where id < (select max(id) from requests) - 1000');
    },
    close: () => database.close(),
  };
}

export type Lock = { release(): void };

/**
 * Takes the lock that lets only one process publish into a build. The operating system releases it when the process
 * ends in any way.
 * @returns undefined while another process holds the lock
 */
export function lockPublishing(buildDir: string): Lock | undefined {
  const folder = join(buildDir, 'publisher');
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (/locked|busy/i.test(messageOf(error))) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
