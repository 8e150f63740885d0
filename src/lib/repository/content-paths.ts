import { contentFolder, instituteFileName } from '#lib/content/checking/institute-file.ts';
import { collectionNames } from '#lib/content/collections.ts';
import { settingsFolder } from '#lib/content/editor-settings.ts';

const folders = [...collectionNames, settingsFolder];

const maxLength = 500;

/** Whether a path from a repository is safe to write: it has no hidden parts and stays inside the target folder. */
export function isSafePath(path: string): boolean {
  return (
    path.length <= maxLength &&
    !/[\\\p{Cc}]/u.test(path) &&
    path.split('/').every((part) => part !== '' && !part.startsWith('.'))
  );
}

/** Whether a path, relative to the collections' root, is in a collection or in the settings. */
export function isInCollection(path: string): boolean {
  return isSafePath(path) && folders.some((name) => path.startsWith(`${name}/`));
}

/**
 * Where a repository has the files of the desk. The desk names them by their path below the collections' folder, and the
 * facts of a whole institute `institute.yaml`.
 */
export type RepositoryLayout = {
  /** The folder that is exported; empty for the repository's root. */
  root: string;
  /** Whether that folder is a whole institute, with the collections in its folder `content`. */
  isWhole: boolean;
};

/** The path in the repository of a file of the desk. */
export function pathInRepository({ root, isWhole }: RepositoryLayout, path: string): string {
  const below = isWhole && path !== instituteFileName ? `${contentFolder}/${path}` : path;
  return root === '' ? below : `${root}/${below}`;
}

/** The desk's path of a file in the repository; undefined for one that the desk does not know. */
export function pathOnDesk({ root, isWhole }: RepositoryLayout, path: string): string | undefined {
  const below = withoutFolder(path, root);
  if (isWhole && below === instituteFileName) return below;
  const own = below === undefined || !isWhole ? below : withoutFolder(below, contentFolder);
  return own === instituteFileName ? undefined : own;
}

/** The places of the desk's files in the repository; none if they may be anywhere. */
export function placesInRepository(layout: RepositoryLayout): string[] {
  if (layout.isWhole)
    return [pathInRepository(layout, instituteFileName), pathInRepository(layout, '').slice(0, -1)];
  return layout.root === '' ? [] : [layout.root];
}

/** Whether the desk may write a file. */
export function isWritable({ isWhole }: RepositoryLayout, path: string): boolean {
  return isInCollection(path) || (isWhole && path === instituteFileName);
}

function withoutFolder(path: string, folder: string): string | undefined {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
