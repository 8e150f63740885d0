import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { instituteFolder, type DataConfig } from '#app/env.ts';
import type { BackupManifest } from '#lib/backup/backup-manifest.ts';
import { readYamlFile } from '#lib/content/checking/check-front-matter.ts';
import { instituteFileName } from '#lib/content/checking/institute-file.ts';

/** What the sample has of an institute: its folder also contains the product. */
const sampleNames = ['institute.yaml', 'content', 'fonts'];

type Listing = {
  /** The institute's folder. */
  dir: string;
  /** Folders inside of it that are backed up in another way, or can be made again. */
  without: readonly string[];
};

/**
 * Lists the files of an institute that an upgrade or a publication cannot make again. Settings, caches and publications
 * have names that begin with a dot, and are left out.
 * @returns the files by their path in the institute's folder
 */
export function listInstituteFiles({ dir, without }: Listing): Map<string, string> {
  const skipped = new Set(without.map((folder) => resolve(folder)));
  const files = new Map<string, string>();
  const add = (name: string, path: string): void => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (skipped.has(resolve(path)) || !found) return;
    if (found.isFile()) return void files.set(name, path);
    for (const entry of readdirSync(path)) add(`${name}/${entry}`, join(path, entry));
  };
  const isSample = resolve(dir) === resolve('src');
  const isWanted = (name: string) =>
    isSample
      ? sampleNames.includes(name)
      : (!name.startsWith('.') || name === '.gitignore') && name !== 'node_modules';
  if (existsSync(dir)) for (const name of readdirSync(dir).filter(isWanted)) add(name, join(dir, name));
  if (isSample) add('public', 'public');
  return files;
}

/** In a folder that a restore is filling: the store comes last, so a site that starts there would have an empty one. */
export const claimOfRestore = '.restoring';

/** @throws Error if a restore is filling a folder, or was killed */
export function requireRestored(dir: string): void {
  if (existsSync(join(dir, claimOfRestore))) throw unfinishedRestore(dir);
}

export function unfinishedRestore(dir: string, cause?: unknown): Error {
  return new Error(
    `a restore into ${dir} is running, or was killed before its end. Wait for it, or remove all in this folder but .env, also ${claimOfRestore}, and restore again`,
    { cause },
  );
}

export function isInside(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
}

/** Reads the facts by which an institute is recognised, in its folder or its repository. They may have an error elsewhere. */
export async function readIdentity(
  dir: string,
  { CONTENT_REPO, DATA_DIR }: DataConfig,
): Promise<BackupManifest['institute']> {
  const folder = instituteFolder({ INSTITUTE_DIR: dir, CONTENT_REPO, DATA_DIR });
  const source = await readFile(join(folder, instituteFileName), 'utf8').catch(() => '');
  const { name, email } = readYamlFile(source).frontMatter?.data ?? {};
  return {
    name: typeof name === 'string' ? name : undefined,
    email: typeof email === 'string' ? email : undefined,
  };
}
