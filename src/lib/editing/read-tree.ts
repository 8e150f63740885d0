import { isSafePath } from './content-paths.ts';
import type { Git } from './git.ts';
import type { CommittedFile } from './repository.ts';

const maxBatch = 32 << 20;
const keptLists = 4;

/** A regular file of a commit, with its mode. */
export type TreeFile = CommittedFile & { mode: string };

/** Reads the content's files from git objects. @param root folder of the collections in the repository; empty: its root */
export function createTreeReader(git: Git, root: string) {
  const lists = new Map<string, Promise<ReadonlyMap<string, TreeFile>>>();

  async function readList(commit: string): Promise<ReadonlyMap<string, TreeFile>> {
    const output = await git.text(['ls-tree', '-r', '-l', '-z', '--full-tree', `${commit}:${root}`]);
    const files = output.split('\0').flatMap((line): [string, TreeFile][] => {
      const [, mode = '', blob = '', size = '', path = ''] =
        /^(\d+) blob ([\da-f]+) +(\d+)\t([^]*)$/.exec(line) ?? [];
      // Symbolic links and submodules have other modes.
      const isFile = mode.startsWith('100') && isSafePath(path);
      return isFile ? [[path, { path, blob, size: Number(size), mode }]] : [];
    });
    return new Map(files);
  }

  return {
    /** The files of a commit by path. */
    list(commit: string): Promise<ReadonlyMap<string, TreeFile>> {
      const known = lists.get(commit) ?? readList(commit);
      known.catch(() => lists.delete(commit));
      lists.delete(commit);
      lists.set(commit, known);
      for (const oldest of [...lists.keys()].slice(0, -keptLists)) lists.delete(oldest);
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
    const output = await git.run(['cat-file', '--batch'], { input });
    let at = 0;
    for (const file of batch) {
      const start = output.indexOf('\n', at) + 1;
      yield { file, content: output.subarray(start, start + file.size) };
      at = start + file.size + 1;
    }
  }
}

export type TreeReader = ReturnType<typeof createTreeReader>;

/** @throws Error unless it is the id of an object, so that no option and no expression reaches git */
export function requireId(id: string): void {
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
