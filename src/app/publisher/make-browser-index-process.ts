import { fileURLToPath } from 'node:url';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import {
  addBrowserIndex,
  hasBrowserIndex,
  makeBrowserIndex,
  type BrowserIndex,
} from '#lib/publishing/search/browser-index.ts';
import { activateManifest } from '#lib/publishing/activate-manifest.ts';
import { createHelperProcess } from '#app/helper-process.ts';
import { createProof } from '#app/open-good.ts';

const makerFile = fileURLToPath(new URL('./make-browser-index.ts', import.meta.url));

/** Creates and publishes the index for browsers, unless it exists. Requires the publisher's lock. */
export async function finishBrowserIndex(outDir: string): Promise<void> {
  const manifest = readManifest(outDir);
  if (!hasBrowserIndex(manifest))
    await take(outDir, await makeBrowserIndex(manifest, { outDir, onDemandPages }));
}

/** @returns false if pages changed since the index was made */
async function take(outDir: string, index: BrowserIndex): Promise<boolean> {
  const manifest = addBrowserIndex(readManifest(outDir), { outDir, index });
  if (manifest) await activateManifest(outDir, manifest, createProof(outDir));
  return manifest !== undefined;
}

/** Makes the search index for browsers in a helper process. */
export function createBrowserIndexMaker(outDir: string, readCurrent: () => Manifest) {
  const maker = createHelperProcess<string, BrowserIndex>({ file: makerFile, times: { idle: 0 } });
  let isRunning = false;
  let made: BrowserIndex | undefined;

  function start(): void {
    if (isRunning) return;
    isRunning = true;
    maker
      .ask(outDir)
      .then((index) => (made = index))
      .catch((error: unknown) =>
        console.log(`the search index for browsers cannot be made: ${messageOf(error)}`),
      )
      .finally(() => (isRunning = false));
  }

  return {
    /** Starts if the last publication has no index. */
    startIfMissing(): void {
      if (!hasBrowserIndex(readCurrent())) start();
    },
    /** Publishes an index that was made since the last call, or starts again if pages changed meanwhile. */
    async publishMade(): Promise<void> {
      if (!made || isRunning) return;
      const index = made;
      made = undefined;
      if (!(await take(outDir, index))) start();
    },
  };
}
