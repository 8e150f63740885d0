import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Lists the files below a folder, sorted, as paths with `/`, without hidden ones. Empty if the folder is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return found
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)\./.test(path))
    .sort();
}
