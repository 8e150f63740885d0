import { resolve } from 'node:path';
import { exportedCommit, exportHead } from '#lib/repository/export-content.ts';
import { openContentRepository, type OpenRepository } from '#lib/repository/open-repository.ts';
import { GitError } from '#lib/repository/git.ts';
import type { ContentRepository } from '#lib/repository/repository.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { repeat, sleep } from '#lib/base/repeat.ts';
import type { Log } from '#lib/log/log.ts';
import {
  openPublicationRequests,
  type PublicationOutcome,
} from '#lib/publishing/activation/publication-requests.ts';
import { exportedContent, isRemoteRepository } from '#app/content-settings.ts';
import type { RepositoryConfig } from '#app/env.ts';

const fetchInterval = 30_000;
/** Until the next fetch after one that failed. */
const retryInterval = 15_000;
const pollInterval = 50;
/** Timeout for the outcome of a publication, and for work in progress when the server stops. Milliseconds. */
const outcomeWithin = 120_000;
const stopWithin = 5_000;

/** The content's repository, and the publication of its commits. */
export type LiveContent = {
  /** Each commit through this repository starts a publication in the background. */
  readonly repository: ContentRepository;
  /** Exports the head, and publishes it. Undefined if no publisher answered. */
  publish(): Promise<PublicationOutcome | undefined>;
  /** Fetches, and publishes commits that are not exported yet. Never rejects: failures are logged. */
  update(): Promise<void>;
  /** Like `update`, and waits until the export has all commits, including those of this server. */
  takeCommits(): Promise<void>;
  /** Whether the last fetch succeeded, or failed because the disk is full. */
  isReachable(): boolean;
  /** Starts to poll for commits that others push, and publishes them. */
  follow(): { stop(): Promise<void> };
};

/**
 * Undefined without CONTENT_REPO.
 * @param environment contains git's variables for keys, certificates and proxies
 */
export async function openRepository(
  config: RepositoryConfig,
  environment: NodeJS.ProcessEnv,
): Promise<OpenRepository | undefined> {
  const { CONTENT_REPO: origin } = config;
  if (origin === undefined) return undefined;
  return openContentRepository({
    folder: resolve(config.DATA_DIR, 'content.git'),
    origin: isRemoteRepository(origin) ? origin : resolve(origin),
    branch: config.CONTENT_BRANCH,
    root: config.CONTENT_PATH,
    environment,
  });
}

type Opening = { config: RepositoryConfig; environment: NodeJS.ProcessEnv; buildDir: string; log: Log };

/** Undefined without CONTENT_REPO. @throws Error if git is not installed */
export async function openLiveContent({
  config,
  environment,
  buildDir,
  log,
}: Opening): Promise<LiveContent | undefined> {
  const opened = await openRepository(config, environment);
  if (!opened) return undefined;
  const repository = opened;
  const name = 'content';
  const folder = resolve(exportedContent(config.DATA_DIR));
  const running = new Set<Promise<unknown>>();
  let isReachable = true;

  async function fetch(): Promise<void> {
    try {
      await repository.fetch();
      isReachable = true;
    } catch (error) {
      // A full disk has an alert of its own.
      const { cause } = error as Error;
      isReachable = cause instanceof GitError && cause.isOfFullDisk;
      throw error;
    }
  }

  /** Requests a publication without waiting for its outcome, so that the next export need not wait for it. */
  const request = joinCalls(async () => {
    await exportHead({ repository, folder });
    const outcome = askForPublication(buildDir);
    outcome.then(
      (found) => reportOutcome(found, log),
      (error: unknown) =>
        log.warn(`the publisher could not be notified of new content: ${messageOf(error)}`, { name }),
    );
    return { outcome };
  });

  const publish = async () => (await request()).outcome;

  const update = joinCalls(async () => {
    try {
      await fetch();
      // Another process may have fetched or made a commit, and stopped before it exported it.
      if ((await repository.head()) !== (await exportedCommit(folder))) await request();
    } catch (error) {
      log.warn(`new commits in the repository are not published yet: ${messageOf(error)}`, { name });
    }
  });

  async function takeCommits(): Promise<void> {
    await update();
    await exportHead({ repository, folder }).catch((error: unknown) => {
      log.warn(`the content could not be exported: ${messageOf(error)}`, { name });
    });
  }

  function inBackground(work: () => Promise<unknown>): void {
    const promise = work().catch((error: unknown) => {
      log.warn(`a commit is not published yet: ${messageOf(error)}`, { name });
    });
    running.add(promise);
    void promise.finally(() => running.delete(promise));
  }

  return {
    repository: {
      ...repository,
      async commit(changes, by) {
        const committed = repository.commit(changes, by);
        running.add(committed);
        const id = await committed.finally(() => running.delete(committed));
        inBackground(request);
        return id;
      },
    },
    publish,
    update,
    takeCommits,
    isReachable: () => isReachable,
    follow() {
      inBackground(async () => {
        await fetch().catch((error: unknown) => log.warn(messageOf(error), { name }));
        await request();
      });
      const updates = repeat({
        async run() {
          await update();
          return isReachable ? fetchInterval : retryInterval;
        },
        every: fetchInterval,
        firstAfter: retryInterval,
        onError: (error) => log.warn(messageOf(error), { name }),
      });
      return {
        async stop() {
          const stopped = updates.stop();
          await Promise.race([Promise.allSettled([...running, stopped]), sleep(stopWithin)]);
        },
      };
    },
  };
}

/** Calls during a run share one later run, which includes the changes that led to them. */
function joinCalls<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = () => {
    next = undefined;
    const started = run().finally(() => {
      if (current === started) current = undefined;
    });
    current = started;
    return started;
  };
  return () => {
    if (!current) return start();
    return (next ??= current.then(start, start));
  };
}

/** Undefined if this process may not write into the build. Then the publisher detects the new export itself. */
async function askForPublication(buildDir: string): Promise<PublicationOutcome | undefined> {
  const requests = openRequests(buildDir);
  if (!requests) return undefined;
  try {
    const id = requests.ask();
    for (const end = Date.now() + outcomeWithin; Date.now() < end;) {
      const outcome = requests.outcomeOf(id);
      if (outcome) return outcome;
      await sleep(pollInterval);
    }
    return undefined;
  } finally {
    requests.close();
  }
}

function openRequests(buildDir: string) {
  try {
    return openPublicationRequests(buildDir);
  } catch {
    return undefined;
  }
}

const maxLoggedFiles = 50;

function reportOutcome(outcome: PublicationOutcome | undefined, log: Log): void {
  const name = 'content';
  if (outcome?.failure) log.warn(`not published: ${outcome.failure}`, { name });
  if (outcome?.refusedFiles) {
    const files = [...new Set(outcome.refused.match(/^[^:\n]+/gm))].slice(0, maxLoggedFiles);
    const message = `files with errors that keep their last published state: ${outcome.refusedFiles}`;
    log.with({ files: files.join(', ') }).warn(message, { name });
  }
}
