import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  lockPublishing,
  openPublicationRequests,
  type Lock,
  type PublicationOutcome,
} from '#lib/publishing/activation/publication-requests.ts';
import { writePublisherState } from '#lib/publishing/activation/publisher-state.ts';
import { currentExport } from '#lib/repository/export-content.ts';
import { createBrowserIndexMaker } from './make-browser-index-process.ts';
import { createHelperProcess } from '#app/helper-process.ts';
import { createFolderWatch } from './folder-watch.ts';
import { restoreGood } from '#app/open-good.ts';
import { describeOutcome, tryToPublish, type WatchedOutcome } from './publish-requested.ts';
import { openSitePublisher, type SitePublisher } from './site-publisher.ts';
import { messageOf } from '#lib/base/message-of.ts';

/**
 * The publisher process: publishes the content of a build on request, and the last publication again whenever a date
 * changes a page. Usage: node src/app/publisher/publisher.ts BUILD [--watch]. It writes log lines to stdout. With
 * `--watch`, it publishes for writers each time the content folder changes, and sends the outcomes to its parent.
 */
const lockInterval = 1000;
/**
 * Poll interval for new exports, in milliseconds. Servers that may write into the build request a publication faster.
 */
const exportInterval = 500;
/** Time until a retry after a failed publication, in milliseconds. */
const retryInterval = 60_000;
/** How often the publisher reports that it runs, in milliseconds. */
const reportInterval = 10_000;

/** The refused files that writers were told about last. */
let told = '';

const buildDir = realpathSync(process.argv[2] ?? 'dist');
const isWatching = process.argv.includes('--watch');
/** Poll interval for requests, in milliseconds. Each poll costs an idle site CPU; writers see a save sooner. */
const requestInterval = isWatching ? 50 : 200;
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));

const lock = await waitForLock();
const restored = await restoreGood(buildDir);
if (restored) console.error(restored);
await serve(await openSitePublisher(buildDir, undefined, { isForWriters: isWatching }));
lock.release();

/** Several instances of the site share one publisher. The lock is held until the process ends. */
async function waitForLock(): Promise<Lock> {
  for (;;) {
    try {
      const locked = lockPublishing(buildDir);
      if (locked) return locked;
    } catch (error) {
      // Without write permission, another process has to publish.
      const reason = messageOf(error);
      console.log(`cannot publish into ${buildDir} (${reason}); another process must`);
      return new Promise(() => setInterval(() => undefined, 2 ** 30));
    }
    await wait(lockInterval);
  }
}

async function serve(publisher: SitePublisher): Promise<never> {
  const requests = openPublicationRequests(buildDir);
  let next = Date.now();
  let failure = null as string | null;
  let reportedAt = 0;
  const pictures = createPictureMaker();
  const browserIndex = createBrowserIndexMaker(buildDir, publisher.readManifest);
  const exports = watchExports(publisher.contentDir);
  const folder = isWatching ? createFolderWatch(publisher.readFolder) : undefined;
  for (;;) {
    const now = new Date();
    if (now.getTime() - reportedAt >= reportInterval) report();
    const asked = requests.open();
    const isDue = now.getTime() >= next || pictures.tookPictures();
    // Writers are told about the folder as it is, also after a failure and when pictures have been made.
    const isFolderDue = isDue && isWatching;
    const hasFolderNews = (await folder?.hasNews()) ?? false;
    if (isFolderDue || hasFolderNews || asked.length > 0 || exports.hasNews()) {
      exports.take();
      folder?.take();
      const outcome = await tryToPublish(() => publisher.publishFolder(now));
      requests.answer(asked, outcome);
      console.log(describeOutcome(outcome));
      if (isWatching) sendOutcome({ ...outcome, at: now.toISOString() });
      await schedule(outcome, now);
    } else if (isDue) {
      const outcome = await tryToPublish(() => publisher.publishSnapshot(now));
      if (outcome.failure ?? outcome.changed > 0) console.log(describeOutcome(outcome));
      await schedule(outcome, now);
    } else {
      await publishBrowserIndex();
      await wait(requestInterval);
      continue;
    }
    if (await publisher.hasPicturesToMake()) pictures.start();
    browserIndex.startIfMissing();
    globalThis.gc?.();
  }

  async function publishBrowserIndex(): Promise<void> {
    await browserIndex.publishMade().catch((error: unknown) => console.log(String(error)));
  }

  /**
   * Sets the time of the next publication. A change that became due during the last one is published at once. A
   * publication that failed halfway may have replaced some pages, so it is retried.
   */
  async function schedule(outcome: PublicationOutcome, published: Date): Promise<void> {
    failure = outcome.failure ?? null;
    next = failure ? Date.now() + retryInterval : (await publisher.nextChange(published)).getTime();
    report();
  }

  /** For the metrics of the servers. A failed publication stays due. */
  function report(): void {
    reportedAt = Date.now();
    writePublisherState(buildDir, { seenAt: reportedAt, dueAt: next, failure });
  }
}

function sendOutcome(outcome: WatchedOutcome): void {
  if (outcome.refused && outcome.refused !== told) console.error(outcome.refused);
  told = outcome.refused;
  process.send?.(outcome);
}

/** Detects new exports of the repository: the folder of the content or the institute then links to another folder. */
function watchExports(contentDir: string) {
  const link = basename(contentDir) === currentExport ? contentDir : dirname(contentDir);
  const read = () => {
    try {
      return readlinkSync(link);
    } catch {
      return undefined;
    }
  };
  // The previous publisher may have stopped before it published the current export.
  let taken: string | undefined;
  let seen = { target: read(), at: 0 };
  return {
    hasNews(): boolean {
      const target = read();
      if (target !== seen.target) seen = { target, at: Date.now() };
      return target !== undefined && target !== taken && Date.now() - seen.at >= exportInterval;
    },
    take() {
      taken = read();
    },
  };
}

/** Makes the pictures that publications deferred, in a helper process. */
function createPictureMaker() {
  const file = fileURLToPath(new URL('./make-pictures.ts', import.meta.url));
  const maker = createHelperProcess<string, boolean>({ file, times: { idle: 0 } });
  let isRunning = false;
  let hasNews = false;
  return {
    /** Whether pictures were made since the last call. */
    tookPictures(): boolean {
      const had = hasNews;
      hasNews = false;
      return had;
    },
    start() {
      if (isRunning) return;
      isRunning = true;
      maker
        .ask(buildDir)
        .then((hasChanged) => (hasNews ||= hasChanged))
        .catch((error: unknown) => console.log(`the pictures cannot be made: ${messageOf(error)}`))
        .finally(() => (isRunning = false));
    },
  };
}
