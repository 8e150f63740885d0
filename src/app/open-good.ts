import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestFile, type Manifest } from '#lib/build-format/manifest.ts';
import { TakenTwiceError } from '#lib/delivery/prepare-addresses.ts';
import { openPublished, type Published } from '#lib/delivery/published.ts';
import { listManifests, readManifest } from '#lib/delivery/read-manifest.ts';
import { readErrorPages } from '#lib/delivery/error-pages.ts';
import { fileLinks, pageLinks } from '#lib/discovery/link-relations.ts';
import { activateManifest, type ProveManifest } from '#lib/publishing/activate-manifest.ts';
import { openSearch } from '#lib/search/search.ts';
import { openPublication } from './publication.ts';
import { publishedExceptions } from './route-policies.ts';
import { messageOf } from '#lib/base/message-of.ts';

/** Opens every file that a server reads of a publication. @throws Error if one is missing or damaged */
async function openWhole(
  manifest: Manifest,
  distDir: string,
  { opensSearch = true } = {},
): Promise<Published> {
  const { siteUrl, serverFiles } = manifest;
  const published = openPublished(
    distDir,
    { pageLinks, fileLinks: fileLinks(siteUrl), exceptions: publishedExceptions },
    manifest,
  );
  await readErrorPages(distDir, manifest);
  const { editorSettings } = await openPublication(distDir, manifest);
  if (!opensSearch) return published;
  const search = await openSearch({
    indexFile: join(distDir, serverFiles.searchIndex),
    passagesFile: join(distDir, serverFiles.passages),
    siteUrl,
    synonyms: editorSettings.search.otherWords,
  });
  await search.close();
  return published;
}

/** A publication that can be served, and the reason if a later one is damaged. */
type GoodPublication = {
  published: Published;
  refused: { file: string; reason: unknown } | undefined;
};

/** Opens the current publication or, if it is damaged, the last good one. @throws its error if none is good */
export async function openGood(distDir: string): Promise<GoodPublication> {
  let refused: GoodPublication['refused'];
  for (const file of listManifests(distDir)) {
    try {
      const published = await openWhole(readManifest(distDir, file), distDir);
      return { published, refused };
    } catch (reason) {
      refused ??= { file, reason };
    }
  }
  throw refused?.reason;
}

/**
 * Creates a function that tests a manifest before it is published. Most manifests have the search of the one
 * before, which opens as it did.
 */
export function createProof(distDir: string): ProveManifest {
  let opened: string | undefined;
  return async (manifest) => {
    const { searchIndex, passages, entries } = manifest.serverFiles;
    const search = JSON.stringify([searchIndex, passages, entries]);
    await openWhole(manifest, distDir, { opensSearch: search !== opened });
    opened = search;
  };
}

/**
 * Restores the last good publication if the current one is damaged. Only for the process that may publish.
 * @returns a message if a publication was restored
 */
export async function restoreGood(distDir: string): Promise<string | undefined> {
  const { published, refused } = await openGood(distDir);
  if (!refused) return undefined;
  const { manifest } = published;
  // Remove it first: if it is a folder, a file could not replace it.
  await rm(join(distDir, manifestFile), { recursive: true, force: true });
  await activateManifest(distDir, manifest);
  const reason = messageOf(refused.reason);
  return `the last publication is damaged (${reason}); went back to the one of ${manifest.publishedAt}: publish the content again`;
}

/** Adds the content file to an error about an address that is already in use. */
export function nameFile(error: unknown, fileOf: (address: string) => string | undefined): unknown {
  if (!(error instanceof Error)) return error;
  const { cause } = error;
  const file = cause instanceof TakenTwiceError ? fileOf(cause.address.replace(/\.md$/, '')) : undefined;
  if (file === undefined || !(cause instanceof TakenTwiceError)) return error;
  return new Error(`the address ${cause.address} of ${file} is already in use: rename this file`, {
    cause: error,
  });
}
