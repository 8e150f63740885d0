import { randomUUID } from 'node:crypto';
import type { Store } from '#lib/store/open.ts';
import { writeLog } from './staff-log.ts';

type SessionIdentity = {
  id: string;
  /** The member's address, or their name if the directory gives no address. */
  member: string;
  /** The member's epoch when the session began. */
  epoch: string | undefined;
};

/**
 * Staff sessions are cookies, so the database lists the ones that were ended: the id of each session that was signed
 * out, and a random epoch for each member who was signed out everywhere. A session contains the epoch from its sign-in,
 * and has ended once the member's epoch differs.
 */
export function createEndedSessions(store: Store) {
  return {
    async isEnded({ id, member, epoch }: SessionIdentity): Promise<boolean> {
      const keys = [sessionKey(id), memberKey(member)];
      const rows = await store.query((db) =>
        db.selectFrom('ended_sessions').select(['key', 'epoch']).where('key', 'in', keys).execute(),
      );
      return rows.some((row) => row.key === sessionKey(id) || row.epoch !== epoch);
    },

    /** The epoch for a session that starts now. */
    async epochOf(member: string): Promise<string | undefined> {
      const row = await store.query((db) =>
        db
          .selectFrom('ended_sessions')
          .select('epoch')
          .where('key', '=', memberKey(member))
          .executeTakeFirst(),
      );
      return row?.epoch ?? undefined;
    },

    /** Ends one session. Once this returns, no instance accepts it. */
    async end(id: string, now = Date.now()): Promise<void> {
      await store.transaction((tx) =>
        tx
          .insertInto('ended_sessions')
          .values({ key: sessionKey(id), epoch: null, ended_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    },

    /** Ends all of the member's sessions. Returns the id of the log entry. */
    endAll(member: string, { who, now = Date.now() }: { who: string; now?: number }): Promise<string> {
      const ended = { epoch: randomUUID(), ended_at: now };
      return store.transaction(async (tx) => {
        await tx
          .insertInto('ended_sessions')
          .values({ key: memberKey(member), ...ended })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(ended))
          .execute();
        return writeLog(tx, { who, action: 'sessions-ended', subject: member.toLowerCase() }, now);
      });
    },
  };
}

export type EndedSessions = ReturnType<typeof createEndedSessions>;

function sessionKey(id: string): string {
  return `session:${id}`;
}

function memberKey(member: string): string {
  return `member:${member.toLowerCase()}`;
}
