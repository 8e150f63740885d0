import { readFile, readlink } from 'node:fs/promises';
import {
  keepSame,
  withoutRefused,
  type ReadFolder,
  type SourceFile,
  type Sources,
} from '#lib/publishing/activation/sources.ts';

type LatestOptions = {
  contentDir: string;
  readFolder: () => Promise<ReadFolder>;
  /** Reads the content of the last publication. Returns the same object until the next one. */
  readPublished: () => Promise<Sources>;
  /** Lists the paths of files with errors, which stay in their last published state. */
  listRefused: (sources: Sources, published: Sources) => Promise<ReadonlySet<string>>;
};

/**
 * Creates a function that reads the content of the next publication: the last one with all commits since. Without a
 * repository, it is the last publication.
 */
export function createLatestSources({ contentDir, readFolder, readPublished, listRefused }: LatestOptions) {
  let last: { published: Sources; commit: string; latest: Sources } | undefined;

  async function readLatest(published: Sources): Promise<Sources> {
    const { sources, placeOf } = await readFolder();
    const read = keepSame(sources, published);
    const isSame =
      read.size === published.size && [...read].every(([path, file]) => published.get(path) === file);
    if (isSame) return published;
    const latest = withoutRefused(read, { last: published, refused: await listRefused(read, published) });
    const files = [...latest].map(async ([path, file]) => {
      const isStored = file.text !== undefined || published.get(path) === file;
      return [path, isStored ? file : await withBytes(file, placeOf(path))] as const;
    });
    return new Map(await Promise.all(files));
  }

  return async (): Promise<Sources> => {
    const published = await readPublished();
    // An exported repository is a symbolic link to the folder of its commit.
    const commit = await readlink(contentDir).catch(() => undefined);
    if (commit === undefined) return published;
    if (last?.published !== published || last.commit !== commit) {
      last = { published, commit, latest: await readLatest(published) };
    }
    return last.latest;
  };
}

/** Reads the bytes of a picture that is not published yet from the content folder. */
async function withBytes(file: SourceFile, place: string): Promise<SourceFile> {
  return { ...file, bytes: await readFile(place) };
}
