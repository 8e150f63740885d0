import { isAbsolute } from 'node:path';
import type { Git } from './git.ts';
import { maxProposals, proposalRefs } from './proposals.ts';

const proposed = 'refs/heads/propose/';
const pushTimeout = 120_000;
/** In milliseconds. Short, because it is a small answer, and publications wait for it. */
const listTimeout = 30_000;
/** In milliseconds. Long, because the first fetch downloads the whole repository. */
const fetchTimeout = 900_000;
const maxAttempts = 3;
/** Branches with longer names are ignored. */
const maxRefLength = 250;

/** One ref is for the branch, the others are for proposals. */
const refLimits = { max: maxProposals + 1, separator: '\n' } as const;

type OriginOptions = {
  git: Git;
  /** Folder of a bare repository, or its address. */
  address: string;
  branch: string;
};

/** The remote repository that everybody pushes to. */
export function createOrigin({ git, address, branch }: OriginOptions) {
  const branchRef = `refs/heads/${branch}`;

  async function listRefs(): Promise<Map<string, string>> {
    const args = ['ls-remote', '--refs', '--', address, branchRef, `${proposed}*`];
    const { records, isCut } = await git.records(args, refLimits, { timeout: listTimeout });
    // The list is alphabetical, so it may have been cut before the branch.
    if (isCut) records.push(await git.text([...args.slice(0, -1)], { timeout: listTimeout }));
    const refs = records.map((line) => line.split('\t')).map(([id = '', ref = '']) => [ref, id] as const);
    return new Map(refs.filter(([ref]) => ref.length <= maxRefLength && isRead(ref)));
  }

  const isRead = (ref: string) => ref === branchRef || ref.startsWith(proposed);

  const fetchOptions = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];

  /** Fetches the listed refs. Lists them again if a branch was removed meanwhile. */
  async function fetchRefs(known: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    for (let attempt = 1; ; attempt += 1) {
      const refs = await listRefs();
      const wanted = [...refs.keys()].filter((ref) => known.get(toLocal(ref)) !== refs.get(ref));
      if (wanted.length === 0) return refs;
      try {
        const args = ['fetch', ...fetchOptions, '--stdin', '--', address];
        await git.run(args, { timeout: fetchTimeout, input: wanted.map((ref) => `${ref}\n`).join('') });
        return refs;
      } catch (error) {
        if (attempt >= maxAttempts) throw error;
      }
    }
  }

  const toLocal = (ref: string) => (ref === branchRef ? ref : proposalRefs + ref.slice(proposed.length));

  return {
    /** The commits of the branch and of the proposals as last fetched, by ref. */
    async known(): Promise<Map<string, string>> {
      const args = ['for-each-ref', '--format=%(refname) %(objectname)', branchRef, proposalRefs];
      const { records } = await git.records(args, refLimits);
      return new Map(records.map((line) => line.split(' ') as [string, string]));
    },

    /** The branch that a clone would check out, such as `master`; undefined if the repository is empty. */
    async defaultBranch(): Promise<string | undefined> {
      const text = await git.text(['ls-remote', '--symref', '--', address, 'HEAD'], { timeout: listTimeout });
      return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(text)?.[1];
    },

    /** Downloads new commits, and returns their ids by ref like `known`. Does not update refs. */
    async fetch(known: ReadonlyMap<string, string>): Promise<Map<string, string>> {
      const refs = await fetchRefs(known);
      return new Map([...refs].map(([ref, id]) => [toLocal(ref), id]));
    },

    /** Moves the head of the branch to a commit if it is still at `base`. @throws GitError */
    async push(commit: string, base: string): Promise<void> {
      const lease = `--force-with-lease=${branchRef}:${base}`;
      // Also disable the hooks of an origin on this machine.
      const receiver = '--receive-pack=git -c core.hooksPath=/dev/null receive-pack';
      const pushOptions = ['--quiet', '--no-verify', '--no-follow-tags', lease];
      const isFolder = isAbsolute(address);
      await git.run(
        ['push', ...pushOptions, ...(isFolder ? [receiver] : []), '--', address, `${commit}:${branchRef}`],
        { timeout: pushTimeout },
      );
    },
  };
}

export type Origin = ReturnType<typeof createOrigin>;
