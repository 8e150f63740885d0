import { isSafePath } from './content-paths.ts';
import type { Git } from './git.ts';
import { RepositoryError, type CommittedFile } from './repository.ts';

const maxBatch = 32 << 20;
/** Upper bound of the header that git writes before each file, in bytes. */
const headerLength = 200;
const cachedLists = 4;
/** Maximum number of files in a commit: a few small git objects can list millions of files. */
const maxFiles = 20_000;
/** Maximum total size of a commit's files, in bytes, because they are written to disk. */
const maxTotal = 4 * 2 ** 30;

/** A regular file of a commit, with its mode. */
export type TreeFile = CommittedFile & { mode: string };

/**
 * Reads files from git objects.
 * @param root folder in the repository; empty for its root
 * @param nameOf the name of a file by its path below that folder; undefined leaves it out
 */
export function createTreeReader(
  git: Git,
  root: string,
  nameOf: (path: string) => string | undefined = (path) => path,
) {
  const lists = new Map<string, Promise<ReadonlyMap<string, TreeFile>>>();

  async function readList(commit: string): Promise<ReadonlyMap<string, TreeFile>> {
    const args = ['ls-tree', '-r', '-l', '-z', '--full-tree', `${commit}:${root}`];
    const { records, isCut } = await git.records(args, { max: maxFiles });
    if (isCut) throw tooLarge(`it has more than ${maxFiles} files`);
    const files = records.flatMap((line): [string, TreeFile][] => {
      const [, mode = '', blob = '', size = '', written = ''] =
        /^(\d+) blob ([\da-f]+) +(\d+)\t([^]*)$/.exec(line) ?? [];
      const path = nameOf(written);
      // Symbolic links and submodules have other modes.
      const isFile = mode.startsWith('100') && path !== undefined && isSafePath(path);
      return isFile ? [[path, { path, blob, size: Number(size), mode }]] : [];
    });
    const total = files.reduce((sum, [, { size }]) => sum + size, 0);
    if (total > maxTotal) throw tooLarge(`its files are larger than ${maxTotal / 2 ** 30} GiB`);
    return new Map(files);
  }

  return {
    /** The files of a commit by path. */
    list(commit: string): Promise<ReadonlyMap<string, TreeFile>> {
      const known = lists.get(commit) ?? readList(commit);
      // Keep a rejection because of size in the cache: a commit never changes. Other failures may be temporary.
      known.catch((error: unknown) => error instanceof RepositoryError || lists.delete(commit));
      lists.delete(commit);
      lists.set(commit, known);
      for (const oldest of [...lists.keys()].slice(0, -cachedLists)) lists.delete(oldest);
      return known;
    },

    readBlob: async (blob: string): Promise<Buffer> => {
      requireId(blob);
      return git.run(['cat-file', 'blob', blob]);
    },

    /** Reads many files, in batches that fit into memory. */
    readFiles: (files: readonly TreeFile[]) => readInBatches(git, files),
  };
}

type ReadFile = { file: TreeFile; content: Buffer };

async function* readInBatches(git: Git, files: readonly TreeFile[]): AsyncGenerator<ReadFile> {
  for (const batch of toBatches(files)) {
    const input = batch.map(({ blob }) => `${blob}\n`).join('');
    const maxOutput = batch.reduce((sum, { size }) => sum + size + headerLength, 0);
    const output = await git.run(['cat-file', '--batch'], { input, maxOutput });
    let at = 0;
    for (const file of batch) {
      const start = output.indexOf('\n', at) + 1;
      yield { file, content: output.subarray(start, start + file.size) };
      at = start + file.size + 1;
    }
  }
}

function tooLarge(reason: string): RepositoryError {
  return new RepositoryError(`the content cannot be used, since ${reason}: remove some`);
}

export type TreeReader = ReturnType<typeof createTreeReader>;

/** Prevents ids that git would read as options or revision expressions. @throws Error unless it is an object id */
function requireId(id: string): void {
  if (!/^[\da-f]{40,64}$/.test(id)) throw new Error('not the id of a git object');
}

function toBatches(files: readonly TreeFile[]): TreeFile[][] {
  const batches: TreeFile[][] = [];
  let size = maxBatch;
  for (const file of files) {
    if (size + file.size > maxBatch) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(file);
    size += file.size;
  }
  return batches;
}
