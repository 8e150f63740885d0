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
