import type { Selectable } from 'kysely';
import type { CommentTable, Person, PreviewLinkTable } from '#lib/store/desk-schema.ts';
import type { Store } from '#lib/store/open.ts';
import { createRowId } from '#lib/store/row-id.ts';
import { writeLog } from '#lib/store/staff/staff-log.ts';

export type Comment = Selectable<CommentTable>;
export type PreviewLink = Selectable<PreviewLinkTable>;

type NewComment = Pick<Comment, 'path' | 'line' | 'quote' | 'text'>;

/** Comments on change sets, oldest first. */
export function createComments(store: Store) {
  return {
    add(changeSet: string, comment: NewComment, { who, now }: { who: Person; now: number }): Promise<string> {
      return store.transaction(async (tx) => {
        const id = createRowId(now);
        await tx
          .insertInto('comments')
          .values({ id, change_set: changeSet, ...comment, at: now, by_email: who.email, by_name: who.name })
          .execute();
        const entry = { who: who.email, action: 'comment-added', subject: changeSet } as const;
        await writeLog(tx, { ...entry, facts: { path: comment.path } }, now);
        return id;
      });
    },

    list: (changeSet: string): Promise<Comment[]> =>
      store.query((db) =>
        db.selectFrom('comments').selectAll().where('change_set', '=', changeSet).orderBy('id').execute(),
      ),
  };
}

export type Comments = ReturnType<typeof createComments>;

/** Links that show unpublished changes to people without an account. */
export function createPreviewLinks(store: Store) {
  return {
    add(
      { changeSet, path, expiresAt }: { changeSet: string; path: string; expiresAt: number },
      { who, now }: { who: Person; now: number },
    ): Promise<string> {
      return store.transaction(async (tx) => {
        const id = createRowId(now);
        const row = { id, change_set: changeSet, path, created_at: now, created_by: who.email };
        await tx
          .insertInto('preview_links')
          .values({ ...row, expires_at: expiresAt, revoked_at: null })
          .execute();
        await writeLog(
          tx,
          { who: who.email, action: 'preview-link-made', subject: changeSet, facts: { path } },
          now,
        );
        return id;
      });
    },

    find: (id: string): Promise<PreviewLink | undefined> =>
      store.query((db) => db.selectFrom('preview_links').selectAll().where('id', '=', id).executeTakeFirst()),

    /** Links that are neither revoked nor expired. */
    list: (changeSet: string, now: number): Promise<PreviewLink[]> =>
      store.query((db) =>
        db
          .selectFrom('preview_links')
          .selectAll()
          .where('change_set', '=', changeSet)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .orderBy('id')
          .execute(),
      ),

    revoke(id: string, { who, now }: { who: Person; now: number }): Promise<boolean> {
      return store.transaction(async (tx) => {
        const row = await tx
          .updateTable('preview_links')
          .set({ revoked_at: now })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning(['change_set', 'path'])
          .executeTakeFirst();
        if (!row) return false;
        const entry = { who: who.email, action: 'preview-link-revoked', subject: row.change_set } as const;
        await writeLog(tx, { ...entry, facts: { path: row.path } }, now);
        return true;
      });
    },
  };
}

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;

/** Records who has which entry open, on any instance. */
export function createOpenEntries(store: Store) {
  return {
    /** Records that a person has an entry open now. Returns the others who have had it open since `since`. */
    async see(path: string, { email, name }: Person, { now, since }: { now: number; since: number }) {
      return store.transaction(async (tx) => {
        await tx.deleteFrom('open_entries').where('seen_at', '<', since).execute();
        await tx
          .insertInto('open_entries')
          .values({ path, email, name, seen_at: now })
          .onConflict((conflict) => conflict.columns(['path', 'email']).doUpdateSet({ name, seen_at: now }))
          .execute();
        const rows = await tx
          .selectFrom('open_entries')
          .select(['email', 'name'])
          .where('path', '=', path)
          .where('email', '!=', email)
          .orderBy('email')
          .execute();
        return rows satisfies Person[];
      });
    },
  };
}

export type OpenEntries = ReturnType<typeof createOpenEntries>;
