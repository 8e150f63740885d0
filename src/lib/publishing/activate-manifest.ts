import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptManifestsFolder, manifestFile, type Manifest } from '#lib/content/manifest.ts';

/** Rejects if a server could not serve the manifest. */
export type ProveManifest = (manifest: Manifest) => Promise<void>;

/** A publication writes two: its index for browsers comes later. */
const keptManifests = 4;

/**
 * Replaces the manifest in one step. Servers follow it. A complete one is kept for servers that start beside a damaged
 * manifest. A process that is killed meanwhile leaves the previous manifest or this one.
 */
export async function activateManifest(
  outDir: string,
  manifest: Manifest,
  prove: ProveManifest = async () => undefined,
): Promise<void> {
  await prove(manifest);
  const text = JSON.stringify(manifest);
  if (manifest.isComplete) await keep(join(outDir, keptManifestsFolder), text);
  await replaceFile(join(outDir, manifestFile), text);
}

async function keep(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await replaceFile(join(folder, `${Date.now()}.json`), text);
  const names = (await readdir(folder)).sort();
  for (const name of names.slice(0, -keptManifests)) await rm(join(folder, name), { force: true });
}

/** Flushes it, so that a power failure leaves no empty file. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { flush: true });
  await rename(`${file}.new`, file);
}
