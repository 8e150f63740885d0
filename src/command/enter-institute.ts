import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { processEnvironment } from '#app/env.ts';
import { requireRestored } from '#app/operating/institute-files.ts';

/** Makes the folder of an institute the working directory. Its repository may hold its files. @throws Error if it is none, or half restored */
export function enter(dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) throw new Error(`there is no folder ${dir}: make an institute with \`lectern new ${dir}\``);
  if (!found.isDirectory()) throw new Error(`${dir} is a file: name the folder of the institute`);
  // Caches, .env and paths in messages are relative to it.
  process.chdir(dir);
  if (!existsSync('institute.yaml') && !processEnvironment()['CONTENT_REPO'])
    throw new Error(
      `${dir} has no institute.yaml: name the folder of the institute, or make one with \`lectern new ${dir}\``,
    );
  requireRestored(process.cwd());
  process.env['INSTITUTE_DIR'] = '.';
}

/** Like `enter`, for a folder that does not have an institute yet. Removes a new folder if the work fails. */
export async function enterNew(dir: string, work: () => Promise<void>): Promise<void> {
  if (statSync(dir, { throwIfNoEntry: false })?.isFile())
    throw new Error(`${dir} is a file: name the backup first, then a new folder`);
  const created = mkdirSync(dir, { recursive: true });
  process.chdir(dir);
  process.env['INSTITUTE_DIR'] = '.';
  try {
    await work();
  } catch (error) {
    if (created) removeEmpty(dir, created);
    throw error;
  }
}

/** Removes folders from `dir` up to `top`. Those that another command has filled stay. */
function removeEmpty(dir: string, top: string): void {
  try {
    for (let folder = dir; ; folder = dirname(folder)) {
      rmdirSync(folder);
      if (folder === top) return;
    }
  } catch {
    return;
  }
}
