import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { findMailTrouble, listMails, type MailRecord } from '#lib/store/mail/mail-records.ts';
import type { Store } from '#lib/store/open.ts';
import { toPage, type Cursor, type Page } from '#lib/store/list-page.ts';
import { queryWords } from './registration-words.ts';
import type { Database, Handling } from '#lib/store/schema.ts';
import type { Submission } from './submissions.ts';

export type SubmissionFilter = {
  /** Each of its words must be a prefix of a word of the submission: see `queryWords`. */
  text?: string | undefined;
  handling?: Handling | undefined;
  topic?: string | undefined;
};

export type SubmissionDetail = {
  submission: Submission;
  /** Oldest first. */
  mails: MailRecord[];
};

type Query = SelectQueryBuilder<Database, 'submissions', object>;

/** Reads the submissions of the forms for the staff pages. */
export function createSubmissionList(store: Store) {
  return {
    /** Newest first. */
    async page(
      form: string,
      filter: SubmissionFilter,
      { cursor, limit }: { cursor?: Cursor | undefined; limit: number },
    ): Promise<Page<Submission>> {
      const isNewer = cursor?.towards === 'newer';
      const rows = await store.query((db) => {
        let query = filtered(db, form, filter)
          .selectAll()
          .orderBy('id', isNewer ? 'asc' : 'desc');
        if (cursor) query = query.where('id', isNewer ? '>' : '<', cursor.id);
        return query.limit(limit + 1).execute();
      });
      return toPage(rows, { cursor, limit });
    },

    detail(form: string, reference: string): Promise<SubmissionDetail | undefined> {
      return store.query(async (db) => {
        const submission = await filtered(db, form, {})
          .selectAll()
          .where('reference', '=', reference)
          .executeTakeFirst();
        return submission && { submission, mails: await listMails(db, reference) };
      });
    },

    withMailTrouble: (references: readonly string[]) => findMailTrouble(store, references),

    /** The topics of all submissions of the form. */
    async topics(form: string): Promise<string[]> {
      const rows = await store.query((db) =>
        filtered(db, form, {}).select('topic').distinct().orderBy('topic').execute(),
      );
      return rows.map(({ topic }) => topic).filter((topic) => topic !== '');
    },

    /** @param since row ids: the first of today, and the first that is not overdue */
    async counts(form: string, since: { today: string; overdue: string }) {
      return store.query(async (db) => {
        const count = async (query: Query) => {
          const row = await query
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow();
          return row.count;
        };
        return {
          today: await count(filtered(db, form, {}).where('id', '>=', since.today)),
          new: await count(filtered(db, form, { handling: 'new' })),
          'in-progress': await count(filtered(db, form, { handling: 'in-progress' })),
          overdue: await count(filtered(db, form, { handling: 'new' }).where('id', '<', since.overdue)),
        };
      });
    },
  };
}

export type SubmissionList = ReturnType<typeof createSubmissionList>;

function filtered(db: Kysely<Database>, form: string, { text, handling, topic }: SubmissionFilter): Query {
  let query: Query = db.selectFrom('submissions').where('form', '=', form);
  if (handling) query = query.where('handling', '=', handling);
  if (topic) query = query.where('topic', '=', topic);
  for (const word of queryWords(text ?? '')) {
    const pattern = `% ${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    query = query.where(sql<boolean>`search_text like ${pattern} escape '\\'`);
  }
  return query;
}
