import type { Selectable, Transaction } from 'kysely';
import type { Store } from '#lib/store/open.ts';
import { toPage, type Cursor, type Page } from '#lib/store/list-page.ts';
import { createRowId } from '#lib/store/row-id.ts';
import type { Database, StaffLogTable } from '#lib/store/schema.ts';

/** The member of staff who acts. Each action returns the id of its log entry. */
export type Doer = { who: string; now: number };

export type StaffAction =
  | EditingAction
  | 'decision-undone'
  | 'handling-set'
  | 'held-mail-released'
  | 'letter-sent-again'
  | 'note-deleted'
  | 'note-written'
  | 'parked-mail-retried'
  | 'person-deleted'
  | 'places-decided'
  | 'registration-kept'
  | 'registrations-exported'
  | 'sessions-ended'
  | 'signups-exported'
  | 'submissions-exported';

/** Actions at the editor's desk. Their subjects are files and ids of change sets. */
export type EditingAction =
  | 'changes-approved'
  | 'changes-approved-own'
  | 'changes-published'
  | 'changes-renamed'
  | 'changes-reopened'
  | 'changes-rescheduled'
  | 'changes-returned'
  | 'changes-submitted'
  | 'changes-unscheduled'
  | 'changes-withdrawn'
  | 'comment-added'
  | 'draft-begun'
  | 'draft-discarded'
  | 'draft-moved'
  | 'draft-restored'
  | 'preview-link-made'
  | 'preview-link-revoked'
  | 'proposal-taken';

export type LogEntry = {
  id: string;
  /** UTC milliseconds. */
  at: number;
  who: string;
  action: StaffAction;
  subject: string;
  facts: Readonly<Record<string, string | number>>;
};

/** Subject and facts must not identify a visitor. */
type NewLogEntry = Pick<LogEntry, 'who' | 'action'> & Partial<Pick<LogEntry, 'subject' | 'facts'>>;

/** Writes a log entry in the transaction of the action. Returns the entry's id. */
export async function writeLog(tx: Transaction<Database>, entry: NewLogEntry, now: number): Promise<string> {
  const id = createRowId(now);
  const { who, action, subject = '', facts = {} } = entry;
  await tx
    .insertInto('staff_log')
    .values({ id, at: now, who, action, subject, facts: JSON.stringify(facts) })
    .execute();
  return id;
}

export function createStaffLog(store: Store) {
  return {
    /** Logs an action that changes no row, such as an export. */
    write(entry: NewLogEntry, now: number): Promise<string> {
      return store.transaction((tx) => writeLog(tx, entry, now));
    },

    async find(id: string): Promise<LogEntry | undefined> {
      const row = await store.query((db) =>
        db.selectFrom('staff_log').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row && toEntry(row);
    },

    /** Newest first. */
    async page({ cursor, limit }: { cursor?: Cursor | undefined; limit: number }): Promise<Page<LogEntry>> {
      const isNewer = cursor?.towards === 'newer';
      const rows = await store.query((db) => {
        let query = db
          .selectFrom('staff_log')
          .selectAll()
          .orderBy('id', isNewer ? 'asc' : 'desc');
        if (cursor) query = query.where('id', isNewer ? '>' : '<', cursor.id);
        return query.limit(limit + 1).execute();
      });
      return toPage(rows.map(toEntry), { cursor, limit });
    },

    /** The entries about a registration or submission, oldest first. */
    async about(subject: string): Promise<LogEntry[]> {
      const rows = await store.query((db) =>
        db.selectFrom('staff_log').selectAll().where('subject', '=', subject).orderBy('id').execute(),
      );
      return rows.map(toEntry);
    },
  };
}

export type StaffLog = ReturnType<typeof createStaffLog>;

function toEntry({ action, facts, ...row }: Selectable<StaffLogTable>): LogEntry {
  return { ...row, action: action as StaffAction, facts: JSON.parse(facts) as LogEntry['facts'] };
}
