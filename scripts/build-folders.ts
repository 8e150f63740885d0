import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Builds that stay, the one in use included: a process may still serve the one before. */
const kept = 3;

/**
 * Makes the folder for a new build: `dist.builds/20270111T091500-4711` for `dist`. Each build has one of its own that
 * never changes once it is whole, since the processes that serve it go on reading from it.
 */
export function makeBuildFolder(outDir: string, now = new Date()): string {
  const moment = now.toISOString().replaceAll(/[-:]|\..*/g, '');
  const folder = join(`${outDir}.builds`, `${moment}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Makes `outDir` lead to the whole build in one step, and removes builds that are older than those that stay. */
export function swapIn(outDir: string, folder: string): void {
  const link = `${outDir}.${process.pid}`;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(outDir), folder), link, 'junction');
  if (isFolderItself(outDir)) setAside(outDir);
  // Windows puts no link in the place of another.
  else if (process.platform === 'win32') rmSync(outDir, { force: true });
  renameSync(link, outDir);
  for (const name of readdirSync(`${outDir}.builds`).toSorted().reverse().slice(kept)) {
    if (name !== basename(folder)) rmSync(join(`${outDir}.builds`, name), { recursive: true, force: true });
  }
}

function isFolderItself(path: string): boolean {
  return existsSync(path) && !lstatSync(path).isSymbolicLink();
}

/** A folder that somebody put there, or that was copied from elsewhere, has no name of a build: it goes first. */
function setAside(outDir: string): void {
  const place = join(`${outDir}.builds`, `0-${process.pid}`);
  try {
    renameSync(outDir, place);
  } catch {
    // Some file systems of containers move no folder of a lower layer.
    rmSync(outDir, { recursive: true, force: true });
  }
}
