import { readdirSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Lists the files below a folder, sorted, as paths with `/`, without hidden ones. Empty if the folder is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return pathsOf(found, folder).filter((path) => !/(^|\/)\./.test(path));
}

/** Lists all files below a folder, sorted, as paths with `/`. */
export function listAllFiles(folder: string): string[] {
  return pathsOf(readdirSync(folder, { recursive: true, withFileTypes: true }), folder);
}

/** Lists the symbolic links below a folder, as paths with `/`. The lists of files do not follow them. */
export function listLinks(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return pathsOf(found, folder, (item) => item.isSymbolicLink());
}

function pathsOf(
  found: readonly Dirent[],
  folder: string,
  isListed = (item: Dirent) => item.isFile(),
): string[] {
  return found
    .filter(isListed)
    .map((item) => relative(folder, join(item.parentPath, item.name)).split(sep).join('/'))
    .sort();
}
