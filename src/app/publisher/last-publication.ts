import { readManifests } from '#lib/delivery/read-manifest.ts';
import type { Manifest } from '#lib/content/manifest.ts';
import { createCleanUp } from '#lib/publishing/activation/clean-up.ts';
import {
  isOfInstitute,
  keepSame,
  type SourceFile,
  type Sources,
  type SourceStore,
} from '#lib/publishing/activation/sources.ts';
import { sourcesFolder } from './build-folders.ts';

type Input = { distDir: string; readManifest: () => Manifest; sourceStore: SourceStore };

/** A snapshot and the files in it. */
type PublishedSources = { snapshot: string; sources: Sources };

/** The content of a build's last publication, which another process may have replaced. */
export function createLastPublication({ distDir, readManifest, sourceStore }: Input) {
  const cleanUp = createCleanUp({ outDir: distDir, sourcesFolder });
  let current: PublishedSources | undefined;

  async function read(): Promise<PublishedSources> {
    const { snapshot } = readManifest().serverFiles;
    if (snapshot === null)
      throw new Error(`${distDir} has no content to publish again: run \`npm run build\``);
    if (current?.snapshot !== snapshot) {
      current = { snapshot, sources: keepSame(await sourceStore.readSnapshot(snapshot), current?.sources) };
    }
    return current;
  }

  return {
    /** @throws Error if the build has no publication */
    read,

    set: (published: PublishedSources): void => {
      current = published;
    },

    /** Whether this object comes from the last publication that this process has read. */
    has: (file: SourceFile): boolean => current?.sources.get(file.path) === file,

    /** Adds the institute's published files to the given ones. */
    addInstitute: async (found: Sources): Promise<Sources> => {
      const { sources } = await read();
      return new Map([...found, ...[...sources].filter(([path]) => isOfInstitute(path))]);
    },

    /** Removes files that no retained manifest lists. */
    removeUnused: async (): Promise<void> => {
      const manifests = readManifests(distDir);
      const snapshots = new Set(manifests.flatMap(({ serverFiles }) => serverFiles.snapshot ?? []));
      const sources = [...snapshots].map((each) => sourceStore.filesOf(each).catch(() => []));
      await cleanUp(manifests, (await Promise.all(sources)).flat());
    },
  };
}
