import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { contentFolder, instituteFileName } from '#lib/content/checking/institute-file.ts';
import { pathInRepository, pathOnDesk, placesInRepository, type RepositoryLayout } from './content-paths.ts';
import { makeClone, readRef, removeLeftovers, tidyClone } from './clone.ts';
import { createGit, GitError } from './git.ts';
import { readHistory } from './history.ts';
import { createOrigin } from './origin.ts';
import { createProposalReader } from './proposals.ts';
import { isShownBlob, isShownCommit } from './shown-objects.ts';
import { createTreeReader, type TreeFile, type TreeReader } from './read-tree.ts';
import { splitAddress } from './repository-address.ts';
import { EditConflict, RepositoryError, type ContentRepository, type FileChange } from './repository.ts';
import { createCommitWriter, type Signed } from './write-commit.ts';

type OpenRepositoryOptions = {
  /** Folder of the clone. */
  folder: string;
  /** Folder of a bare repository, or its address. */
  origin: string;
  branch: string;
  /** The folder in the repository that has the collections, or a whole institute; empty for the root. */
  root: string;
  environment: NodeJS.ProcessEnv;
};

/** The content's repository, with the functions that exporting needs. */
export type OpenRepository = ContentRepository & {
  /** The files to export, which may be a whole institute. */
  listTree(commit: string): Promise<ReadonlyMap<string, TreeFile>>;
  readFiles: TreeReader['readFiles'];
};

type Refs = ReadonlyMap<string, string>;

/** Maximum number of attempts to commit while others push. */
const maxAttempts = 40;
/** Maximum number of attempts to push if it fails for a reason other than a new commit. */
const maxFailures = 3;
const backoff = 10;
const maxBackoff = 300;
const defaultPage = { limit: 50, skip: 0 };

/** Opens the clone of the content's repository, or creates it. */
export async function openContentRepository(options: OpenRepositoryOptions): Promise<OpenRepository> {
  const { folder, branch } = options;
  const { address, environment } = splitAddress(options.origin);
  const git = createGit(folder, options.environment, environment);
  if (existsSync(join(folder, 'HEAD'))) await tidyClone(git, folder);
  else await makeClone(options);
  const head = `refs/heads/${branch}`;
  const origin = createOrigin({ git, address, branch });
  const localHead = () => readRef(git, folder, head);
  /** What opening has fetched. The next fetch does not download it again. */
  let downloaded: Refs = new Map();
  const layout = await findLayout();
  const tree = createTreeReader(git, options.root, (path) => pathOnDesk({ ...layout, root: '' }, path));
  const exported = layout.isWhole ? createTreeReader(git, options.root) : tree;
  const writer = createCommitWriter({ git, layout, tree });
  const proposals = createProposalReader({ git, layout, tree });
  let lastCommit: Promise<unknown> = Promise.resolve();

  async function findLayout(): Promise<RepositoryLayout> {
    const inRoot = (name: string) => (options.root === '' ? name : `${options.root}/${name}`);
    const known = await localHead();
    if (known === undefined) downloaded = await origin.fetch(await origin.known()).catch(() => new Map());
    const commit = known ?? downloaded.get(head);
    const has = async (name: string) =>
      (await git.query(['rev-parse', '--verify', '--quiet', `${commit}:${inRoot(name)}`])) !== undefined;
    const isWhole = commit !== undefined && (await has(instituteFileName)) && (await has(contentFolder));
    return { root: options.root, isWhole };
  }

  async function readHead(): Promise<string> {
    const known = await localHead();
    if (known !== undefined) return known;
    await fetch();
    return (await localHead()) ?? failWithoutBranch();
  }

  async function failWithoutBranch(): Promise<never> {
    const other = await origin.defaultBranch().catch(() => undefined);
    const hint = other ? `, or set CONTENT_BRANCH=${other}` : '';
    return fail(`the repository has no branch ${branch}: push the content to it${hint}`);
  }

  /**
   * Reads the old head before fetching, so that a slow fetch does not replace a newer head that another process set.
   */
  async function fetch(): Promise<boolean> {
    const before = await origin.known();
    const found = await origin.fetch(new Map([...downloaded, ...before])).catch(unreachable);
    downloaded = new Map();
    const to = found.get(head);
    if (to === undefined) return failWithoutBranch();
    await takeProposals(found, before);
    const from = before.get(head);
    if (to === from) return false;
    // Check that the tree is readable before it becomes the head. If it is not, the site stays unchanged.
    await tree.list(to);
    await moveHead(to, from);
    return true;
  }

  /** Moves the head, unless another process has moved it. */
  async function moveHead(to: string, from: string | undefined): Promise<void> {
    const old = from ?? '0'.repeat(to.length);
    const move = () => git.run(['update-ref', head, to, old]);
    await move().catch(async () => {
      await removeLeftovers(folder);
      if ((await localHead()) === from) await move();
    });
  }

  async function takeProposals(found: Refs, known: Refs): Promise<void> {
    const isOther = (ref: string) => ref !== head && found.get(ref) !== known.get(ref);
    const lines = [...new Set([...known.keys(), ...found.keys()])].filter(isOther).map((ref) => {
      const id = found.get(ref);
      return id === undefined ? `delete ${ref}\n` : `update ${ref} ${id}\n`;
    });
    if (lines.length > 0) await git.run(['update-ref', '--stdin'], { input: lines.join('') });
  }

  async function commit(changes: readonly FileChange[], by: Signed): Promise<string> {
    let failures = 0;
    for (let attempt = 1; ; attempt += 1) {
      const { base, written } = await write(changes, by);
      if (written === base) return base;
      try {
        await origin.push(written, base);
        await moveHead(written, base);
        return written;
      } catch (error) {
        if (await hasArrived(written, error)) return written;
        if ((await localHead()) === base) failures += 1;
        if (failures >= maxFailures || attempt >= maxAttempts) throw refused(error);
      }
      await wait(Math.random() * Math.min(maxBackoff, backoff * 2 ** attempt));
    }
  }

  /** Writes a commit on top of the head. Fetches once more before it reports a conflict. */
  async function write(changes: readonly FileChange[], by: Signed) {
    const base = await readHead();
    try {
      return { base, written: await writer.write(base, changes, by) };
    } catch (error) {
      if (!(error instanceof EditConflict) || !(await fetch())) throw error;
      const next = await readHead();
      return { base: next, written: await writer.write(next, changes, by) };
    }
  }

  /** Whether a push reached the origin although it failed here, for example because the connection broke. */
  async function hasArrived(written: string, error: unknown): Promise<boolean> {
    await removeLeftovers(folder);
    await removeLeftovers(options.origin);
    await fetch();
    if (error instanceof GitError && error.isRejection) return false;
    return (await git.query(['merge-base', '--is-ancestor', written, await readHead()])) !== undefined;
  }

  return {
    isWhole: layout.isWhole,
    head: readHead,
    fetch,
    listTree: (id) => exported.list(id),
    readFiles: tree.readFiles,
    readBlob: tree.readBlob,
    async readShownBlob(blob) {
      const isShown = await isShownBlob(git, {
        tree,
        places: placesInRepository(layout),
        head: await readHead(),
        blob,
      });
      return isShown ? tree.readBlob(blob) : undefined;
    },
    async list(id) {
      const files = await tree.list(id ?? (await readHead()));
      return [...files.values()].map(({ path, blob, size }) => ({ path, blob, size }));
    },
    async read(path, id) {
      const shown = await readHead();
      if (id !== undefined && !(await isShownCommit(git, { head: shown, id }))) return undefined;
      const file = (await tree.list(id ?? shown)).get(path);
      return file && { blob: file.blob, content: await tree.readBlob(file.blob) };
    },
    async commit(changes, by) {
      const done = lastCommit.then(() => commit(changes, by));
      lastCommit = done.catch(() => undefined);
      return done;
    },
    async history(path, { limit, skip } = defaultPage) {
      const place = pathInRepository(layout, path);
      const found = await readHistory(git, { head: await readHead(), path: place, limit, skip });
      return found.map((each) => ({ ...each, path: pathOnDesk(layout, each.path) ?? each.path }));
    },
    proposals: async (page = 1) => proposals.list(await readHead(), page),
    proposal: async (name) => proposals.find(await readHead(), name),
  };
}

function unreachable(error: unknown): never {
  if (error instanceof GitError && error.isOfFullDisk)
    throw new RepositoryError(error.message, { cause: error });
  const reason = error instanceof GitError ? error.message : String(error);
  throw new RepositoryError(`the repository cannot be reached (${reason})`, { cause: error });
}

function refused(error: unknown): RepositoryError {
  const reason = error instanceof GitError ? error.message : String(error);
  return new RepositoryError(`the repository did not accept the commit (${reason})`, { cause: error });
}

function fail(message: string): never {
  throw new RepositoryError(message);
}
