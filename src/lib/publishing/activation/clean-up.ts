import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { publishedFolder } from './body-store.ts';

/** How long a file is kept after the last publication that uses it, since servers may still read it. */
const defaultGrace = 10 * 60_000;

type CleanUpOptions = {
  outDir: string;
  /** Below `outDir`. */
  sourcesFolder: string;
  /** In milliseconds. */
  grace?: number;
};

/** Returns a function that removes files of earlier publications once they have been unused for the grace period. */
export function createCleanUp({ outDir, sourcesFolder, grace = defaultGrace }: CleanUpOptions) {
  const unusedSince = new Map<string, number>();

  /**
   * @param used paths of files, without their compressed variants
   * @param now in milliseconds, from a monotonic clock
   */
  return async (used: ReadonlySet<string>, now = performance.now()): Promise<void> => {
    const there = globSync([`${publishedFolder}/*`, `${sourcesFolder}/*`], { cwd: outDir });
    for (const file of there.map((each) => each.replaceAll('\\', '/'))) {
      if (used.has(file) || used.has(file.replace(/\.(br|gz)$/, ''))) unusedSince.delete(file);
      else if (!unusedSince.has(file)) unusedSince.set(file, now);
    }
    for (const [file, since] of unusedSince) {
      if (now - since < grace) continue;
      await rm(join(outDir, file), { force: true });
      unusedSince.delete(file);
    }
  };
}

/** The files of a publication that were written after the build, without their compressed variants. */
export function listPublishedFiles({ pages, files, serverFiles }: Manifest): string[] {
  const bodies = [...pages.flatMap(({ html, markdown }) => [html, markdown]), ...files];
  return [...bodies.map(({ file }) => file), ...Object.values(serverFiles)].filter(
    (file): file is string => file?.startsWith(`${publishedFolder}/`) === true,
  );
}
