import { isAbsolute } from 'node:path';
import type { Git } from './git.ts';
import { proposalRefs } from './proposals.ts';

const proposed = 'refs/heads/propose/';
const networkTimeout = 120_000;
const firstFetchTimeout = 900_000;
const maxAttempts = 3;

type OriginOptions = {
  git: Git;
  /** Folder of a bare repository, or an address. */
  address: string;
  branch: string;
};

/** The repository that everybody pushes to. */
export function createOrigin({ git, address, branch }: OriginOptions) {
  const branchRef = `refs/heads/${branch}`;

  async function listRefs(): Promise<Map<string, string>> {
    const args = ['ls-remote', '--refs', '--', address, branchRef, `${proposed}*`];
    const lines = (await git.text(args, { timeout: networkTimeout })).split('\n').filter(Boolean);
    const refs = lines.map((line) => line.split('\t')).map(([id = '', ref = '']) => [ref, id] as const);
    return new Map(refs.filter(([ref]) => ref === branchRef || ref.startsWith(proposed)));
  }

  async function hasObjects(ids: readonly string[]): Promise<boolean> {
    const input = ids.map((id) => `${id}\n`).join('');
    return !(await git.text(['cat-file', '--batch-check'], { input })).includes(' missing');
  }

  const fetchOptions = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  const fetchObjects = (refs: Iterable<string>) =>
    git.run(['fetch', ...fetchOptions, '--', address, ...refs], { timeout: firstFetchTimeout });

  /** Lists again if a branch was removed or replaced in between. */
  async function fetchRefs(): Promise<Map<string, string>> {
    for (let attempt = 1; ; attempt += 1) {
      const refs = await listRefs();
      const ids = [...new Set(refs.values())];
      if (ids.length === 0 || (await hasObjects(ids))) return refs;
      try {
        await fetchObjects(refs.keys());
        if (await hasObjects(ids)) return refs;
      } catch (error) {
        if (attempt >= maxAttempts) throw error;
      }
      if (attempt >= maxAttempts) throw new Error('the branches change too fast');
    }
  }

  async function listLocal(prefix: string): Promise<Map<string, string>> {
    const lines = (await git.text(['for-each-ref', '--format=%(refname) %(objectname)', prefix])).split('\n');
    return new Map(lines.filter(Boolean).map((line) => line.split(' ') as [string, string]));
  }

  return {
    /**
     * Gets what others pushed.
     * @returns the commit of the branch; undefined if the origin has no such branch
     */
    async fetch(): Promise<{ head: string | undefined; proposals: Map<string, string> }> {
      const refs = await fetchRefs();
      const proposals = [...refs].filter(([ref]) => ref.startsWith(proposed));
      return {
        head: refs.get(branchRef),
        proposals: new Map(proposals.map(([ref, id]) => [proposalRefs + ref.slice(proposed.length), id])),
      };
    },

    /** Makes a commit the head of the branch if that is still `base`. @throws GitError */
    async push(commit: string, base: string): Promise<void> {
      const lease = `--force-with-lease=${branchRef}:${base}`;
      // Also without hooks in a repository on this machine.
      const receiver = '--receive-pack=git -c core.hooksPath=/dev/null receive-pack';
      const pushOptions = ['--quiet', '--no-verify', '--no-follow-tags', lease];
      const isFolder = isAbsolute(address);
      await git.run(
        ['push', ...pushOptions, ...(isFolder ? [receiver] : []), '--', address, `${commit}:${branchRef}`],
        { timeout: networkTimeout },
      );
    },

    listLocal,
  };
}

export type Origin = ReturnType<typeof createOrigin>;
