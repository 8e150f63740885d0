import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Number of builds to keep, including the current one. A server may still use the previous one. */
const kept = 3;

/**
 * Creates a folder for a new build: `dist.builds/20270111T091500-4711` for `dist`. A finished build never changes,
 * since running servers read from it.
 */
export function makeBuildFolder(outDir: string, now = new Date()): string {
  const moment = now.toISOString().replaceAll(/[-:]|\..*/g, '');
  const folder = join(`${outDir}.builds`, `${moment}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Replaces `outDir` with a link to a finished build in one step, then removes the oldest builds. */
export function swapIn(outDir: string, folder: string): void {
  const link = `${outDir}.${process.pid}`;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(outDir), folder), link, 'junction');
  if (isRealFolder(outDir)) setAside(outDir);
  // Windows cannot rename a link over another.
  else if (process.platform === 'win32') rmSync(outDir, { force: true });
  renameSync(link, outDir);
  for (const name of readdirSync(`${outDir}.builds`).toSorted().reverse().slice(kept)) {
    if (name !== basename(folder)) rmSync(join(`${outDir}.builds`, name), { recursive: true, force: true });
  }
}

function isRealFolder(path: string): boolean {
  return existsSync(path) && !lstatSync(path).isSymbolicLink();
}

/** Moves a real folder out of the way. Its new name sorts before every build, so it is removed first. */
function setAside(outDir: string): void {
  const target = join(`${outDir}.builds`, `0-${process.pid}`);
  try {
    renameSync(outDir, target);
  } catch {
    // Overlay file systems of containers cannot rename a folder of a lower layer.
    rmSync(outDir, { recursive: true, force: true });
  }
}
