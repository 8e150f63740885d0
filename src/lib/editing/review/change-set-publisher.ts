import type { ChangeSet, PublishedFile } from '#lib/store/desk/editing-change-sets.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import { findErrors } from './check-drafts.ts';
import { digestOf } from './content-digest.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';
import { contentOf } from '#lib/editing/draft-files.ts';
import { createLeaseWorker } from '#lib/base/lease-worker.ts';
import { publicationFailures } from '#lib/i18n/en/desk.ts';
import type { ContentRepository, EditConflict, FileChange } from '#lib/repository/repository.ts';

type PublisherOptions = {
  desk: Pick<EditingDesk, 'changeSets' | 'drafts' | 'rendering' | 'takeCommits'>;
  /** The repository to which change sets are committed. */
  repository: ContentRepository;
  /** The hash that snapshots use for a file's content. */
  hashOf: (content: string | Buffer) => string;
  /** The content that this server serves: hashes by path, and when it was published. */
  served: () => Promise<{ hashes: ReadonlyMap<string, string>; publishedAt: number }>;
  log: (line: string, error?: unknown) => void;
  now?: () => number;
};

const interval = 2_000;
/** Poll interval while a published set should soon be live, in milliseconds. */
const liveInterval = 250;
/** Published sets usually become live within this time, in milliseconds. Later, the publisher polls less often. */
const expectedWithin = 60_000;
/** The lease is renewed during a commit. If this server crashes, another one takes over when the lease expires. */
const leaseMs = 20_000;
const renewEvery = 5_000;
const retryMs = 30_000;
/** After this time, in milliseconds, the publisher no longer checks whether a published set is live. */
const liveTimeout = 24 * 60 * 60 * 1000;

/**
 * Publishes approved change sets when they are due, and records when they are live. Leases prevent publishing a set
 * twice.
 */
export function createChangePublisher({ now = Date.now, ...options }: PublisherOptions) {
  const { desk, served, log } = options;
  const { changeSets } = desk;

  const endLease = (due: ChangeSet, by: string) => changeSets.endLease(due.id, { by });

  async function publish(due: ChangeSet, by: string): Promise<void> {
    const renewLease = () => changeSets.renewLease(due, { by, until: now() + leaseMs });
    const renewal = setInterval(() => void renewLease().catch(() => undefined), renewEvery);
    try {
      await publishOne(due, { ...options, now, renewLease });
    } catch (error) {
      log(`the change set ${due.id} could not be published and will be retried`, error);
      await changeSets.fail(due.id, {
        failure: publicationFailures.retried,
        retryAt: now() + retryMs,
      });
    } finally {
      clearInterval(renewal);
      await endLease(due, by);
    }
  }

  /** Records published sets that are live by now. Returns whether others are still waiting. */
  async function recordLive(): Promise<boolean> {
    const sets = await changeSets.list(['published'], 50);
    const waiting = sets.filter(
      ({ live_at, published_at }) => live_at === null && (published_at ?? 0) > now() - liveTimeout,
    );
    if (waiting.length === 0) return false;
    const { hashes, publishedAt } = await served();
    const isLive = ({ publishedFiles }: ChangeSet) => publishedFiles.every((file) => isServed(file, hashes));
    for (const set of waiting) if (isLive(set)) await changeSets.setLive(set.id, publishedAt);
    return waiting.some((set) => !isLive(set) && (set.published_at ?? 0) > now() - expectedWithin);
  }

  return createLeaseWorker<ChangeSet>({
    async lease(by) {
      const due = await changeSets.leaseDue({ by, now: now(), leaseMs });
      return due ? [due] : [];
    },
    handle: publish,
    release: endLease,
    afterwards: async () => ((await recordLive()) ? liveInterval : interval),
    every: interval,
    onError: (error) => log('approved changes can’t be published at the moment', error),
  });
}

type Publishing = PublisherOptions & { now: () => number; renewLease: () => Promise<boolean> };

async function publishOne(set: ChangeSet, options: Publishing): Promise<void> {
  const { desk, repository, hashOf, now, renewLease } = options;
  const drafts = await desk.drafts.list(set.id);
  if (digestOf(drafts) !== set.approved) {
    await desk.changeSets.fail(set.id, { failure: publicationFailures.notApproved });
    return;
  }
  const [error] = await findErrors(desk, drafts);
  if (error) {
    await desk.changeSets.fail(set.id, { failure: publicationFailures.error(error) });
    return;
  }
  // Saving a draft withdraws the approval, so the lease cannot be renewed.
  if (!(await renewLease())) return;
  const changes = drafts.flatMap(toChanges);
  let commit: string;
  try {
    commit = await repository.commit(changes, toMessage(set));
  } catch (error) {
    if (!isConflict(error)) throw error;
    // A crashed process may have committed them already.
    if (!(await isCommitted(repository, changes))) {
      const failure = publicationFailures.changed({ files: error.paths });
      await desk.changeSets.fail(set.id, { failure });
      return;
    }
    commit = await repository.head();
  }
  await desk.changeSets.finish(set.id, {
    commit,
    files: drafts.map((draft) => toPublished(draft, hashOf)),
    now: now(),
    seen: drafts,
    who: set.decided_by ?? set.created_by,
  });
}

function isConflict(error: unknown): error is EditConflict {
  return error instanceof Error && error.name === 'EditConflict';
}

function toChanges({ path, movedFrom, basedOn, text }: Draft): FileChange[] {
  const content = contentOf({ path, text });
  if (movedFrom === null) return [{ path, basedOn, content }];
  return [
    { path: movedFrom, basedOn, content: null },
    { path, basedOn: null, content },
  ];
}

function toPublished({ path, movedFrom, text }: Draft, hashOf: PublisherOptions['hashOf']): PublishedFile {
  const content = contentOf({ path, text });
  return { path, movedFrom, hash: content === null ? null : hashOf(content) };
}

function isServed({ path, hash }: PublishedFile, hashes: ReadonlyMap<string, string>): boolean {
  return hashes.get(path) === (hash ?? undefined);
}

async function isCommitted(repository: ContentRepository, changes: readonly FileChange[]): Promise<boolean> {
  for (const { path, content } of changes) {
    const found = await repository.read(path);
    const expected = content === null ? undefined : Buffer.from(content);
    if (found === undefined ? expected : !expected?.equals(found.content)) return false;
  }
  return true;
}

/**
 * The commit message: the author's sentence or, without one, the title of the set; then where the changes come from.
 */
function toMessage(set: ChangeSet) {
  const author = { name: set.submitted_name ?? '', email: set.submitted_by ?? set.created_by };
  const committer = { name: set.decided_name ?? '', email: set.decided_by ?? author.email };
  const withName = ({ name, email }: typeof author) => ({ name: name || email, email });
  const title = set.sentence === '' ? set.title : set.sentence;
  const more = title === set.title ? '' : `\n\nChanges: ${set.title}`;
  const proposed =
    set.says_by === null
      ? ''
      : `\n\nProposed as ${set.branch}. The commit names ${set.says_by} as its author.`;
  return {
    author: withName(author),
    committer: withName(committer),
    message: `${title}${more}${proposed}\n`,
  };
}
