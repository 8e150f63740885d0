import { sql, type Kysely } from 'kysely';

/**
 * Tables of the editor's desk. A draft's row is the only copy of unpublished work; published content is in git. Row ids
 * begin with their time, so they sort by time.
 */
const editingTables = [
  `create table change_sets (
    id text primary key, title text not null,
    state text not null check (state in ('editing', 'review', 'returned', 'scheduled', 'published')),
    sentence text not null, branch text, branch_commit text,
    created_at bigint not null, created_by text not null,
    submitted_at bigint, submitted_by text, submitted_name text,
    decided_at bigint, decided_by text, decided_name text, decision text not null,
    publish_at bigint, published_at bigint, live_at bigint, commit_id text, published_files text not null,
    failure text, leased_until bigint not null, leased_by text)`,
  `create index change_sets_state on change_sets (state, id)`,
  `create index change_sets_due on change_sets (publish_at) where state = 'scheduled'`,

  `create table drafts (
    id text primary key, path text not null unique, moved_from text, based_on text, text text,
    version integer not null, change_set text not null references change_sets (id),
    saved_at bigint not null, saved_by text not null, saved_name text not null, authors text not null)`,
  `create index drafts_change_set on drafts (change_set)`,

  `create table comments (
    id text primary key, change_set text not null references change_sets (id) on delete cascade,
    path text not null, line integer, quote text not null, text text not null,
    at bigint not null, by_email text not null, by_name text not null)`,
  `create index comments_change_set on comments (change_set, id)`,

  `create table preview_links (
    id text primary key, change_set text not null references change_sets (id) on delete cascade,
    path text not null, created_at bigint not null, created_by text not null,
    expires_at bigint not null, revoked_at bigint)`,
  `create index preview_links_change_set on preview_links (change_set, id)`,

  `create table open_entries (
    path text not null, email text not null, name text not null, seen_at bigint not null,
    primary key (path, email))`,
];

/** Discarded drafts. An older release ignores them. */
const binTables = [
  `create table binned_drafts (
    id text primary key, batch text not null, path text not null, moved_from text, based_on text, text text not null,
    title text not null, saved_at bigint not null, saved_by text not null, saved_name text not null,
    authors text not null, discarded_at bigint not null, discarded_by text not null)`,
  `create index binned_drafts_batch on binned_drafts (batch)`,
  `create index binned_drafts_discarded on binned_drafts (discarded_at)`,
];

/** People who use the desk, for emails about changes. An older release ignores them, and sends no such emails. */
const peopleTable = [
  `create table desk_people (
    email text primary key, name text not null, is_reviewer integer not null, is_muted integer not null,
    seen_at bigint not null)`,
];

// A migration works on the schema of its time, so today's types do not apply.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyDatabase = any;

/**
 * Adds approvals of content, and makes the person who opened a proposal its author. Until this migration, it was the
 * author of the commit.
 */
async function addApprovals(db: Kysely<AnyDatabase>): Promise<void> {
  for (const column of ['approved', 'taken_back', 'says_by']) {
    await sql`alter table change_sets add column ${sql.ref(column)} text`.execute(db);
  }
  const { rows } = await sql<{ id: string; who: string }>`
    select change_sets.id as id, staff_log.who as who from change_sets
    join staff_log on staff_log.subject = change_sets.id and staff_log.action = 'proposal-taken'
    where change_sets.branch is not null and change_sets.state <> 'published'`.execute(db);
  for (const { id, who } of rows) {
    await sql`update change_sets set says_by = submitted_by, submitted_by = ${who}, submitted_name = '',
      created_by = ${who} where id = ${id}`.execute(db);
    await sql`update drafts set authors = ${JSON.stringify([who])}, saved_by = ${who}, saved_name = ''
      where change_set = ${id} and version = 1`.execute(db);
  }
}

/** By name: statements, or a function. */
export const deskMigrations = {
  '009-editing': editingTables,
  '010-approvals': addApprovals,
  '012-desk-people': peopleTable,
  '013-bin': binTables,
};
