import { randomUUID } from 'node:crypto';
import {
  chmod,
  link,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { OpenRepository } from './open-repository.ts';
import type { TreeFile } from './read-tree.ts';

/** Name of the symbolic link, in the folder of exports, that points to the exported head. */
export const currentExport = 'current';

const retainedExports = 3;
/** Old exports are removed after this time in milliseconds, because a publication may still read them. */
const retention = 600_000;

type Exporting = { repository: Pick<OpenRepository, 'head' | 'listTree' | 'readFiles'>; folder: string };

/**
 * Exports the files of the repository's head, and points the link `current` at them.
 * @returns the commit, and whether the link changed
 */
export async function exportHead({
  repository,
  folder,
}: Exporting): Promise<{ commit: string; changed: boolean }> {
  await mkdir(folder, { recursive: true });
  const first = await exportedCommit(folder);
  // Repeat if the head has moved meanwhile: another process may have exported an older commit.
  for (;;) {
    const commit = await repository.head();
    if ((await exportedCommit(folder)) === commit) return { commit, changed: commit !== first };
    await exportCommit({ repository, folder }, commit);
    const next = join(folder, `.link-${randomUUID()}`);
    await symlink(commit, next, 'junction');
    await rename(next, join(folder, currentExport));
    await removeOld(folder, commit);
  }
}

/** The commit that `current` points to. */
export async function exportedCommit(folder: string): Promise<string | undefined> {
  const target = await readlink(join(folder, currentExport)).catch(() => undefined);
  return target === undefined ? undefined : basename(target);
}

async function exportCommit({ repository, folder }: Exporting, commit: string): Promise<void> {
  const target = join(folder, commit);
  if (await exists(target)) return;
  const made = join(folder, `.export-${randomUUID()}`);
  try {
    await writeExport({ repository, folder }, { commit, made });
    await rename(made, target);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
}

async function writeExport(
  { repository, folder }: Exporting,
  { commit, made }: { commit: string; made: string },
): Promise<void> {
  const files = await repository.listTree(commit);
  const last = await exportedCommit(folder);
  const known = last === undefined ? undefined : await repository.listTree(last).catch(() => undefined);
  await mkdir(made);
  for (const each of new Set([...files.keys()].map((path) => dirname(path)))) {
    await mkdir(join(made, each), { recursive: true });
  }
  const missing: TreeFile[] = [];
  for (const file of files.values()) {
    const isSame = known?.get(file.path)?.blob === file.blob;
    const isLinked = isSame && (await tryToLink(join(folder, last ?? '', file.path), join(made, file.path)));
    if (!isLinked) missing.push(file);
  }
  for await (const { file, content } of repository.readFiles(missing)) {
    await writeFile(join(made, file.path), content);
    // Read-only, because exports share unchanged files by hard links.
    await chmod(join(made, file.path), 0o444);
  }
}

async function tryToLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Removes old exports, and partial ones that killed processes left. */
async function removeOld(folder: string, current: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== currentExport && name !== current);
  const found = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(folder, name)).catch(() => undefined))?.ctimeMs ?? 0,
    })),
  );
  const old = found.toSorted((a, b) => b.at - a.at).slice(retainedExports - 1);
  for (const { name, at } of old) {
    if (Date.now() - at > retention) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
