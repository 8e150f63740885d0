import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Representation } from '#lib/build-format/manifest.ts';
import { represent, writeWhole, type CompressionKind } from './representations.ts';

/**
 * Stores a body with its compressed variants.
 * @param path path of the address with a file extension: `courses/soil-science.html`
 */
export type BodyStore = (path: string, content: Buffer, kind: CompressionKind) => Promise<Representation>;

/** Stores bodies in `client/` under their addresses. Only for a build, whose folder no server reads yet. */
export function createBuildStore(outDir: string): BodyStore {
  return async (path, content, kind) => {
    const file = `client/${path}`;
    const target = join(outDir, file);
    if (!existsSync(target) || !(await readFile(target)).equals(content)) {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    }
    return represent(outDir, { file, path, content, kind });
  };
}

/** Folder of the files that publications after the build write, below the build's folder. */
export const publishedFolder = 'published';

/** Stores bodies under names made from their content, so that no file changes while a server reads it. */
export function createContentStore(outDir: string): BodyStore {
  return async (path, content, kind) => {
    const file = nameOf(content, extname(path));
    await putOnce(join(outDir, file), content);
    return represent(outDir, { file, path, content, kind });
  };
}

/** Stores a file for the server. @returns its path below the build's folder */
export async function storeServerFile(
  outDir: string,
  content: Buffer | string,
  ending: string,
): Promise<string> {
  const file = nameOf(content, ending);
  await putOnce(join(outDir, file), content);
  return file;
}

function nameOf(content: Buffer | string, ending: string): string {
  return `${publishedFolder}/${createHash('sha256').update(content).digest('hex').slice(0, 32)}${ending}`;
}

async function putOnce(target: string, content: Buffer | string): Promise<void> {
  if (existsSync(target) && (await stat(target)).size === Buffer.byteLength(content)) return;
  await mkdir(dirname(target), { recursive: true });
  await writeWhole(target, content);
}
