import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { createFolderReader, createSourceStore } from '#lib/publishing/activation/sources.ts';
import { sourcesFolder } from './build-folders.ts';
import { instituteFilesOf } from './publication-inputs.ts';

/** Whether the last publication in `outDir` has the files of its folders as they are now. Also true without the folder. */
export async function hasPublishedContent(outDir: string): Promise<boolean> {
  const manifest = readManifest(outDir);
  const { contentDir, serverFiles } = manifest;
  if (serverFiles.snapshot === null || !existsSync(contentDir)) return true;
  const published = await createSourceStore(join(outDir, sourcesFolder)).readSnapshot(serverFiles.snapshot);
  const { sources: folder } = await createFolderReader(contentDir, instituteFilesOf(manifest))();
  return (
    folder.size === published.size &&
    [...folder.values()].every(({ path, hash }) => published.get(path)?.hash === hash)
  );
}
