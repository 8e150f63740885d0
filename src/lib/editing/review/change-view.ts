import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDocument } from '#lib/content/download.ts';
import type { ContentProblem, Finding } from '#lib/content/checking/problem.ts';
import type { Comment } from '#lib/store/desk/editing-notes.ts';
import type { ChangeSet } from '#lib/store/desk/editing-change-sets.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import { checkDrafts } from './check-drafts.ts';
import { digestOf } from './content-digest.ts';
import { findChangeSet, textOfBlob, type EditingDesk } from '#lib/editing/desk.ts';
import { isPicture, isText } from '#lib/editing/draft-files.ts';
import type { DetailNames } from './detail-words.ts';
import { diffEntry, type EntryDiff } from './entry-diff.ts';
import { findShorterRetention } from './shorter-retention.ts';
import { titleOf } from '#lib/editing/entry-title.ts';
import { allowedActions, approvalOf, isAuthor } from './permissions.ts';

export type ChangedEntry = {
  draft: Draft;
  title: string;
  kind: 'new' | 'changed' | 'moved' | 'deleted';
  isPicture: boolean;
  isDocument: boolean;
  diff: EntryDiff;
  comments: Comment[];
  /** Problems of the file when all drafts of the set are applied. Undefined if the check failed. */
  problems: readonly Finding[] | undefined;
  /** Whether the published file has changed since the draft was started. */
  isOutdated: boolean;
  /** Digest of this draft alone, for forms about it. */
  digest: string;
};

/** An error of an entry, with the title of the entry. */
export type EntryError = { title: string; problem: ContentProblem };

/** Lists what has to be fixed before the entries are submitted or published. */
export function listErrors(entries: readonly ChangedEntry[]): EntryError[] {
  return entries.flatMap(({ title, draft, problems = [] }) =>
    problems
      .filter(({ severity }) => severity !== 'warning')
      .map((problem) => ({ title, problem: { ...problem, file: draft.path } })),
  );
}

type Reader = { member: StaffMember; names: DetailNames };

/** Reads a change set with its drafts, for its page. Undefined if unknown. */
export async function readChangeSet(desk: EditingDesk, id: string, { member, names }: Reader) {
  const set = await findChangeSet(desk, id);
  if (!set) return undefined;
  const [drafts, comments, links, open] = await Promise.all([
    desk.drafts.list(id),
    desk.comments.list(id),
    desk.previewLinks.list(id, Date.now()),
    desk.changeSets.list(['editing', 'returned']),
  ]);
  const { byPath, elsewhere } = await checkDrafts(desk, drafts);
  const entries: ChangedEntry[] = [];
  for (const draft of drafts) {
    // Comparing two long texts takes a few hundredths of a second.
    await nextTurn();
    entries.push({
      ...(await readChange(desk, draft, { comments, names })),
      problems: byPath.get(draft.path),
    });
  }
  const changes = { set, drafts, rule: desk.editorsPublish };
  return {
    set,
    entries,
    comments,
    links,
    digest: digestOf(drafts),
    approval: approvalOf(member, changes),
    /** What the person may do with the set. Buttons and handlers use the same table. */
    actions: allowedActions(member, changes),
    /** Problems that the drafts cause in other files. Undefined if the check failed. */
    elsewhere,
    deletions: findShorterRetention(desk, drafts),
    /** Change sets that a draft can be moved to. */
    otherSets: await listOwn(
      desk,
      member,
      open.filter((other) => other.id !== id),
    ),
  };
}

/** Lists the change sets that a person works on. */
async function listOwn(
  desk: EditingDesk,
  member: StaffMember,
  sets: readonly ChangeSet[],
): Promise<ChangeSet[]> {
  const drafts = await desk.drafts.listAll();
  return sets.filter((set) =>
    isAuthor(member, { set, drafts: drafts.filter(({ changeSet }) => changeSet === set.id) }),
  );
}

async function readChange(
  desk: EditingDesk,
  draft: Draft,
  { comments, names }: { comments: readonly Comment[]; names: DetailNames },
): Promise<Omit<ChangedEntry, 'problems'>> {
  const { path, movedFrom, basedOn, text } = draft;
  const before = desk.repository && isText(path) ? await textOfBlob(desk.repository, basedOn) : '';
  const published = await desk.repository?.read(movedFrom ?? path);
  const kind =
    text === null ? 'deleted' : movedFrom !== null ? 'moved' : basedOn === null ? 'new' : 'changed';
  return {
    draft,
    kind,
    isPicture: isPicture(path),
    isDocument: isDocument(path),
    digest: digestOf([draft]),
    title: isText(path) ? titleOf(text ?? before, path) : path,
    diff:
      text === null || !isText(path)
        ? { isNew: false, details: [], detailBlocks: [], textLine: 1, blocks: [] }
        : diffEntry({ file: path, before, after: text }, names),
    comments: comments.filter((comment) => comment.path === path),
    isOutdated: (published?.blob ?? null) !== basedOn,
  };
}

export type LiveState = 'waiting' | 'live' | 'replaced';

/** Whether a published set is live. `replaced` if it did not become live within a day. */
export function liveStateOf({ live_at, published_at }: ChangeSet, now = Date.now()): LiveState {
  if (live_at !== null) return 'live';
  return now - (published_at ?? 0) < 24 * 60 * 60 * 1000 ? 'waiting' : 'replaced';
}

/** Whether a change set is being published: it was approved without a time, or its time has come. */
export function isBeingPublished(
  { state, publish_at, failure }: Pick<ChangeSet, 'state' | 'publish_at' | 'failure'>,
  now = Date.now(),
): boolean {
  return state === 'scheduled' && (publish_at ?? 0) <= now && !failure;
}
