import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { finishBrowserIndex } from '#app/publisher/make-browser-index-process.ts';
import { requireSameContent } from '#app/env.ts';
import { describeOutcome, tryToPublish } from '#app/publisher/publish-requested.ts';
import { sourcesFolder } from '#app/publisher/build-folders.ts';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import { openGood, restoreGood } from '#app/open-good.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import {
  lockPublishing,
  openPublicationRequests,
  type Outcome,
  type PublicationRequests,
} from '#lib/publishing/activation/publication-requests.ts';
import { createFolderReader, createSourceStore } from '#lib/publishing/activation/sources.ts';
import { exitOnError } from './exit-on-error.ts';
import { prepareContent } from './prepare-content.ts';
import { messageOf } from '#lib/http/message-of.ts';

const pollInterval = 20;

/** Publishes the content as it is now into the build in use, by a running publisher or, if there is none, by itself. */
export async function publishContent(outDir = 'dist'): Promise<Outcome> {
  if (!existsSync(`${outDir}/manifest.json`)) throw new Error('there is no build: run `npm run build` first');
  const buildDir = realpathSync(outDir);
  const { published } = await openGood({ distDir: buildDir, memoryBudget: 0 });
  requireSameContent(published.manifest);
  await prepareContent();
  const requests = openPublicationRequests(buildDir);
  try {
    return await waitForOutcome(requests, { id: requests.ask(), buildDir });
  } finally {
    requests.close();
  }
}

async function waitForOutcome(
  requests: PublicationRequests,
  { id, buildDir }: { id: number; buildDir: string },
): Promise<Outcome> {
  for (;;) {
    const outcome = requests.outcomeOf(id);
    if (outcome) return outcome;
    const lock = lockPublishing(buildDir);
    if (lock) {
      await publishHere(requests, buildDir).finally(() => lock.release());
    } else await wait(pollInterval);
  }
}

async function publishHere(requests: PublicationRequests, buildDir: string): Promise<void> {
  const asked = requests.open();
  const outcome = await tryToPublish(async () => {
    const restored = await restoreGood(buildDir);
    if (restored) console.error(`lectern: ${restored}`);
    const publisher = await openSitePublisher(buildDir);
    return publisher.publishFolder();
  });
  requests.answer(asked, outcome);
  if (!outcome.failure) await indexForBrowsers(buildDir);
}

/** A failure does not undo the publication: the next publisher makes the index. */
async function indexForBrowsers(buildDir: string): Promise<void> {
  await finishBrowserIndex(buildDir).catch((error: unknown) => {
    const reason = messageOf(error);
    console.error(`lectern: the search for browsers without a server could not be indexed (${reason})`);
  });
}

/** Converts and draws the pictures that a build left for later, and publishes them. */
export async function finishPictures(outDir = 'dist'): Promise<void> {
  const buildDir = realpathSync(outDir);
  const publisher = await openSitePublisher(buildDir);
  if (!(await publisher.makePictures())) return;
  const lock = lockPublishing(buildDir);
  // A running publisher publishes them.
  if (!lock) return;
  try {
    await publisher.publishSnapshot();
    await indexForBrowsers(buildDir);
  } finally {
    lock.release();
  }
}

/** Whether the last publication in `outDir` has the content as it is now. */
export async function isContentPublished(outDir = 'dist'): Promise<boolean> {
  const { contentDir, instituteFile, serverFiles } = readManifest(outDir);
  if (serverFiles.snapshot === null || !existsSync(contentDir)) return true;
  const published = await createSourceStore(join(outDir, sourcesFolder)).readSnapshot(serverFiles.snapshot);
  const { sources: folder } = await createFolderReader(contentDir, instituteFile)();
  return (
    folder.size === published.size &&
    [...folder.values()].every(({ path, hash }) => published.get(path)?.hash === hash)
  );
}

/** @throws Error if nothing was published */
export function printOutcome(outcome: Outcome): void {
  if (outcome.warnings) console.error(`${outcome.warnings}\n`);
  if (outcome.refused) {
    console.error(`${outcome.refused}\n`);
    console.error(
      'lectern: files with errors keep their last published state. Correct them and publish again.',
    );
  }
  if (outcome.failure) throw new Error(describeOutcome(outcome));
  console.log(`lectern: ${describeOutcome(outcome)}`);
}

if (import.meta.main) {
  await exitOnError(async () => {
    const outcome = await publishContent(process.argv[2]);
    printOutcome(outcome);
    process.exit(outcome.refusedFiles > 0 ? 1 : 0);
  });
}
