import { listManifests, readManifest } from '#lib/delivery/read-manifest.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { createCleanUp, listPublishedFiles } from '#lib/publishing/activation/clean-up.ts';
import {
  isOfInstitute,
  keepSame,
  type SourceFile,
  type Sources,
  type SourceStore,
} from '#lib/publishing/activation/sources.ts';
import { sourcesFolder } from './build-folders.ts';

type Input = { distDir: string; readCurrent: () => Manifest; sourceStore: SourceStore };

/** A snapshot and the files in it. */
type PublishedSources = { snapshot: string; sources: Sources };

/** The content of a build's last publication, which another process may have replaced. */
export function createLastPublication({ distDir, readCurrent, sourceStore }: Input) {
  const cleanUp = createCleanUp({ outDir: distDir, sourcesFolder });
  /** The files that kept manifests need, by the name of the manifest, which is never changed. */
  const usedByKept = new Map<string, readonly string[]>();
  let current: PublishedSources | undefined;

  async function read(): Promise<PublishedSources> {
    const { snapshot } = readCurrent().serverFiles;
    if (snapshot === null)
      throw new Error(`${distDir} has no content to publish again: run \`npm run build\``);
    if (current?.snapshot !== snapshot) {
      current = { snapshot, sources: keepSame(await sourceStore.readSnapshot(snapshot), current?.sources) };
    }
    return current;
  }

  async function listUsed(manifest: Manifest): Promise<string[]> {
    const { snapshot } = manifest.serverFiles;
    const sources = snapshot === null ? [] : await sourceStore.filesOf(snapshot).catch(() => []);
    return [...listPublishedFiles(manifest), ...sources.map((name) => `${sourcesFolder}/${name}`)];
  }

  async function listUsedByKept(name: string): Promise<readonly string[]> {
    try {
      return usedByKept.get(name) ?? (await listUsed(readManifest(distDir, name)));
    } catch {
      return [];
    }
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
      const [, ...kept] = listManifests(distDir);
      for (const name of kept) usedByKept.set(name, await listUsedByKept(name));
      for (const name of usedByKept.keys()) if (!kept.includes(name)) usedByKept.delete(name);
      await cleanUp(new Set([...(await listUsed(readCurrent())), ...[...usedByKept.values()].flat()]));
    },
  };
}
