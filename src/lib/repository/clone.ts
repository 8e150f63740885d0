import { randomUUID } from 'node:crypto';
import { existsSync, type Dirent } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGit, type Git } from './git.ts';

/** A lock older than this, in milliseconds, belongs to a process that was killed. */
const staleAfter = 60_000;
/** Temporary objects older than this, in milliseconds, are leftovers: no fetch runs that long. */
const abandonedAfter = 1_200_000;

/** Start of the names of files that a failed `git fast-import` leaves. */
const crashReport = 'fast_import_crash_';

type CloneOptions = { folder: string; branch: string; environment: NodeJS.ProcessEnv };

/**
 * Reads a ref from its file, because every request of the desk needs the head, and a process takes long to start.
 * Asks git if there is no such file, as after a garbage collection.
 */
export async function readRef(git: Git, folder: string, ref: string): Promise<string | undefined> {
  const text = await readFile(join(folder, ref), 'utf8').catch(() => '');
  const [, id] = /^([\da-f]{40,64})\n$/.exec(text) ?? [];
  return id ?? git.query(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
}

/** Creates an empty bare repository. */
export async function makeClone({ folder, branch, environment }: CloneOptions): Promise<void> {
  const made = `${folder}.${randomUUID()}`;
  const args = ['init', '--quiet', '--bare', '--template=', `--initial-branch=${branch}`];
  await mkdir(dirname(folder), { recursive: true });
  try {
    await createGit(made, environment).run(args);
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another process may have created the clone first.
    if (!existsSync(join(folder, 'HEAD'))) throw error;
  }
}

/** Removes what killed processes left, and lets git pack its files. */
export async function tidyClone(git: Git, folder: string): Promise<void> {
  await removeLeftovers(folder);
  await removeUnfinishedObjects(folder);
  // Ignore errors: a failure only leaves the repository larger.
  await git.run(['gc', '--auto', '--quiet']).catch(() => undefined);
}

/** Removes locks and reports that killed and failed processes left. */
export async function removeLeftovers(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'refs'))) return;
  const inRefs = await filesIn(join(folder, 'refs'), { recursive: true });
  const locks = [
    ...(await filesIn(folder)).filter(({ name }) => name.endsWith('.lock') || name.startsWith(crashReport)),
    ...inRefs.filter(({ name }) => name.endsWith('.lock')),
  ];
  await removeOlder(locks, staleAfter);
}

/** Removes temporary objects of failed or killed fetches. Git itself removes them after two weeks at the earliest. */
async function removeUnfinishedObjects(folder: string): Promise<void> {
  const objects = await filesIn(join(folder, 'objects'), { recursive: true });
  const unfinished = objects.filter(({ name }) => name.startsWith('tmp_'));
  await removeOlder(unfinished, abandonedAfter);
}

function filesIn(folder: string, { recursive = false } = {}) {
  return readdir(folder, { recursive, withFileTypes: true });
}

async function removeOlder(files: readonly Dirent[], age: number): Promise<void> {
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const found = await stat(file).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > age) await rm(file, { recursive: true, force: true });
  }
}
