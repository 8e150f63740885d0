import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptManifestsFolder, manifestFile, type Manifest } from '#lib/build-format/manifest.ts';

/** Rejects if a server could not serve the manifest. */
export type ProveManifest = (manifest: Manifest) => Promise<void>;

/** A publication writes two complete manifests: one before and one after its index for browsers is made. */
const keptManifests = 4;

/**
 * Replaces the manifest atomically, so that a killed process leaves either the previous manifest or this one. Servers
 * load the new one. Also keeps a copy of a complete manifest, for servers that find a damaged one when they start.
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

/** File names sort in the order of publications, even after the clock was set back. */
async function keep(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const known = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const last = Number.parseInt(known.at(-1) ?? '0', 10);
  await replaceFile(join(folder, `${Math.max(Date.now(), last + 1)}.json`), text);
  for (const name of known.slice(0, 1 - keptManifests)) await rm(join(folder, name), { force: true });
}

/** Flushes the file, so that a power failure does not leave an empty one. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { flush: true });
  await rename(`${file}.new`, file);
}
