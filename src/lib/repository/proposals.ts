import { isInCollection, pathOnDesk, type RepositoryLayout } from './content-paths.ts';
import type { Git } from './git.ts';
import { readCommit } from './history.ts';
import type { TreeReader } from './read-tree.ts';
import type { ProposalPage, ProposedFile, Proposal } from './repository.ts';

export const proposalRefs = 'refs/proposals/';

/** Maximum number of proposals. Further ones are neither fetched nor shown. */
export const maxProposals = 1_000;
const proposalsPerPage = 20;
/** More than two pages of proposals, and the commits they start from. */
const maxCached = 100;
const maxFiles = 500;
/** Maximum number of files in the whole repository of a proposal's commit. */
const maxTree = 50_000;
const maxFileSize = 10 << 20;

type ProposedCommit = Omit<Proposal, 'name'>;

type RawChange = { path: string; mode: string; before: string | null; after: string | null };

type ReaderOptions = { git: Git; layout: RepositoryLayout; tree: TreeReader };

/** Reads proposals from git objects; nothing is checked out. */
export function createProposalReader({ git, layout, tree }: ReaderOptions) {
  async function listChanges(base: string, commit: string): Promise<RawChange[]> {
    const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--no-abbrev'];
    const { records: tokens } = await git.records([...args, base, commit], { max: 2 * (maxFiles + 1) });
    const changes: RawChange[] = [];
    for (let at = 0; at + 1 < tokens.length; at += 2) {
      const [, mode = '', before = '', after = ''] = (tokens[at] ?? '').split(' ');
      changes.push({ path: tokens[at + 1] ?? '', mode, before: orNull(before), after: orNull(after) });
    }
    return changes;
  }

  async function readSizes(changes: readonly RawChange[]): Promise<Map<string, number>> {
    const input = changes.map(({ after }) => (after === null ? '' : `${after}\n`)).join('');
    if (input === '') return new Map();
    const lines = (await git.text(['cat-file', '--batch-check'], { input })).split('\n');
    return new Map(lines.map((line) => line.split(' ')).map(([id = '', , size]) => [id, Number(size)]));
  }

  async function readFiles(base: string, commit: string): Promise<{ files: ProposedFile[]; count: number }> {
    const changes = await listChanges(base, commit);
    const shown = changes.slice(0, maxFiles);
    const sizes = await readSizes(shown.filter(({ mode }) => mode !== '160000'));
    const files = shown.map(({ path, mode, before, after }) => {
      const own = pathOnDesk(layout, path);
      const size = after === null ? 0 : (sizes.get(after) ?? 0);
      const refusal = refusalOf({ path: own, mode, size });
      return { path: own ?? path, basedOn: before, blob: after, size, refusal };
    });
    return { files, count: changes.length };
  }

  /** Uses `ls-tree`, which streams: a diff would compare the whole trees before its first output. */
  async function isHuge(commit: string): Promise<boolean> {
    const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit];
    return (await git.records(args, { max: maxTree, maxLength: 1 })).isCut;
  }

  const isHugeOnce = cacheLast(isHuge);

  /** Undefined if it is already merged. */
  async function readProposal(head: string, id: string): Promise<ProposedCommit | undefined> {
    const commit = await readCommit(git, id);
    const base = await git.query(['merge-base', head, id]);
    if (base === id) return undefined;
    if (base === undefined) {
      return { commit, base: '', files: [], refusal: 'it does not start from a commit of the content' };
    }
    if ((await isHugeOnce(base)) || (await isHugeOnce(id))) {
      return { commit, base, files: [], refusal: `it has more than ${maxTree} files` };
    }
    const { files, count } = await readFiles(base, id);
    const current = await tree.list(head);
    const isDone = files.every(({ path, blob }) => (current.get(path)?.blob ?? null) === blob);
    if (isDone && count <= maxFiles) return undefined;
    const refusal = count > maxFiles ? `it changes more than ${maxFiles} files` : undefined;
    return { commit, base, files, refusal };
  }

  const readOnce = cacheLast(readProposal);

  async function named(branch: { id: string; name: string }, head: string): Promise<Proposal | undefined> {
    const proposal = await readOnce(head, branch.id);
    return proposal && { name: branch.name, ...proposal };
  }

  /** The names of the branches, and the ids of their last commits. */
  async function listBranches(): Promise<{ id: string; name: string }[]> {
    const format = '--format=%(objecttype) %(objectname) %(refname)';
    const limits = { max: maxProposals, separator: '\n' } as const;
    const { records } = await git.records(['for-each-ref', format, proposalRefs], limits);
    const found = records.map((line) => line.split(' '));
    return found.flatMap(([type, id = '', ref = '']) =>
      type === 'commit' ? [{ id, name: ref.slice(proposalRefs.length) }] : [],
    );
  }

  return {
    /** @param page from 1 */
    async list(head: string, page: number): Promise<ProposalPage> {
      const branches = await listBranches();
      const pages = Math.max(1, Math.ceil(branches.length / proposalsPerPage));
      const start = (Math.min(Math.max(1, Math.trunc(page)), pages) - 1) * proposalsPerPage;
      const shown = branches.slice(start, start + proposalsPerPage);
      const found = await Promise.all(shown.map((branch) => named(branch, head)));
      return { proposals: found.filter((proposal) => proposal !== undefined), pages };
    },

    /** Undefined if there is none, or if it is already merged. */
    async find(head: string, name: string): Promise<Proposal | undefined> {
      const branch = (await listBranches()).find((each) => each.name === name);
      return branch && named(branch, head);
    },
  };
}

/** Caches the last results of a function of commits, which never change. Failures may be temporary. */
function cacheLast<Result>(read: (...commits: string[]) => Promise<Result>) {
  const known = new Map<string, Promise<Result>>();
  return (...commits: string[]): Promise<Result> => {
    const key = commits.join(' ');
    const result = known.get(key) ?? read(...commits);
    result.catch(() => known.delete(key));
    known.delete(key);
    known.set(key, result);
    for (const oldest of [...known.keys()].slice(0, -maxCached)) known.delete(oldest);
    return result;
  };
}

function orNull(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}

type Judged = { path: string | undefined; mode: string; size: number };

/** @param path on the desk; undefined for a file that the desk does not know */
function refusalOf({ path, mode, size }: Judged): string | undefined {
  if (mode === '120000') return 'a symbolic link';
  if (mode === '160000') return 'a submodule';
  if (path === undefined || !isInCollection(path)) return 'outside the collections';
  if (size > maxFileSize) return `larger than ${maxFileSize >> 20} MiB`;
  return undefined;
}
