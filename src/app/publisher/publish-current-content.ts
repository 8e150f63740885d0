import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { restoreGood } from '#app/open-good.ts';
import { messageOf } from '#lib/base/message-of.ts';
import {
  lockPublishing,
  openPublicationRequests,
  type PublicationOutcome,
  type PublicationRequests,
} from '#lib/publishing/activation/publication-requests.ts';
import { readLastManifest, readManifest } from '#lib/delivery/read-manifest.ts';
import { finishBrowserIndex } from './make-browser-index-process.ts';
import { prepareContent } from './prepare-content.ts';
import { hasInputs, hasSameSources, readInputs, type PublicationInputs } from './publication-inputs.ts';
import { tryToPublish } from './publish-requested.ts';
import { openSitePublisher, type SitePublication } from './site-publisher.ts';
import { createTextProbe } from './text-probe.ts';

const pollInterval = 20;
/** Timeout for another process that publishes into the same build, in milliseconds. */
const longestWait = 60_000;

/**
 * Publishes the current content into the build in use: through a running publisher or, if there is none, in this
 * process. Settings that changed since the last publication are applied.
 * @param usesDefaults whether inputs that are not set return to their defaults
 */
export async function publishContent(
  outDir = 'dist',
  { usesDefaults = false } = {},
): Promise<PublicationOutcome> {
  if (!existsSync(`${outDir}/manifest.json`)) throw new Error('there is no build: run `npm run build` first');
  const buildDir = realpathSync(outDir);
  const manifest = readLastManifest(buildDir) ?? readManifest(buildDir);
  await prepareContent();
  const inputs = readInputs(manifest, undefined, { usesDefaults });
  const taken = await takeOver(buildDir, inputs);
  if (taken) {
    if (!taken.failure) await indexForBrowsers(buildDir);
    return taken;
  }
  const requests = openPublicationRequests(buildDir);
  try {
    return await waitForOutcome(requests, { id: requests.ask(), buildDir });
  } finally {
    requests.close();
  }
}

/**
 * Publishes with inputs that differ from the last publication's. A running publisher cannot, because it keeps the
 * inputs that it started with.
 * @returns undefined if the last publication already has these inputs, for example because another process published it
 * @throws Error if another publisher keeps running
 */
export async function takeOver(
  buildDir: string,
  inputs: PublicationInputs,
): Promise<PublicationOutcome | undefined> {
  for (const began = performance.now(); !hasInputs(readManifest(buildDir), inputs);) {
    const lock = lockPublishing(buildDir);
    if (lock) return publishHere(buildDir, inputs).finally(() => lock.release());
    if (performance.now() - began > longestWait) throw new Error(otherPublisher);
    await wait(pollInterval);
  }
  return undefined;
}

const otherPublisher =
  'a running server publishes into this build with another SITE_URL, CONTACT_EMAIL, INSTITUTE_DIR or content folder: stop it, then start it with the new settings';

async function waitForOutcome(
  requests: PublicationRequests,
  { id, buildDir }: { id: number; buildDir: string },
): Promise<PublicationOutcome> {
  for (;;) {
    const outcome = requests.outcomeOf(id);
    if (outcome) return outcome;
    const lock = lockPublishing(buildDir);
    if (lock) {
      const asked = requests.open();
      try {
        const made = await publishHere(buildDir);
        requests.answer(asked, made);
        if (!made.failure) await indexForBrowsers(buildDir);
      } finally {
        lock.release();
      }
    } else await wait(pollInterval);
  }
}

/** Requires the publisher's lock. */
function publishHere(buildDir: string, inputs?: PublicationInputs): Promise<PublicationOutcome> {
  return tryToPublish(async () => {
    const texts = createTextProbe();
    // All texts of another folder are new.
    if (inputs && !hasSameSources(readManifest(buildDir), inputs)) texts.start();
    const restored = await restoreGood(buildDir);
    if (restored) console.error(`lectern: ${restored}`);
    const publisher = await openSitePublisher(buildDir, inputs, { texts });
    // A release without a content folder publishes its copy of the content with the new settings.
    const isOwnCopy = inputs !== undefined && !existsSync(publisher.contentDir);
    return isOwnCopy ? publisher.publishSnapshot() : publisher.publishFolder();
  });
}

/** Publishes into a build that has only its code. @throws Error if a page cannot be rendered */
export async function publishFirst(buildDir: string): Promise<SitePublication> {
  const inputs = readInputs(readManifest(buildDir), undefined, { usesDefaults: true });
  const published = await (await openSitePublisher(buildDir, inputs)).publishFolder();
  const names = published.refused.map(({ file }) => file);
  if (names.length > 0) throw new Error(`${names.join(', ')} cannot be rendered: see the error above`);
  return published;
}

/** Converts and draws the pictures that a build deferred, and publishes them. */
export async function finishPictures(outDir = 'dist'): Promise<void> {
  const buildDir = realpathSync(outDir);
  const publisher = await openSitePublisher(buildDir);
  if (!(await publisher.makePictures())) return;
  const lock = lockPublishing(buildDir);
  // A running publisher will publish them.
  if (!lock) return;
  try {
    await publisher.publishSnapshot();
    await indexForBrowsers(buildDir);
  } finally {
    lock.release();
  }
}

/** A failure does not undo the publication: the next publisher makes the index. */
async function indexForBrowsers(buildDir: string): Promise<void> {
  await finishBrowserIndex(buildDir).catch((error: unknown) => {
    const reason = messageOf(error);
    console.error(`lectern: the search index for browsers could not be made (${reason})`);
  });
}
