import { collectionNames } from '#lib/content/collections.ts';
import { settingsFolder } from '#lib/content/editor-settings.ts';

const folders = [...collectionNames, settingsFolder];

const maxLength = 500;

/** Whether a path of a repository can be written below a folder: no hidden files, nothing outside the folder. */
export function isSafePath(path: string): boolean {
  return (
    path.length <= maxLength &&
    !/[\\\p{Cc}]/u.test(path) &&
    path.split('/').every((part) => part !== '' && !part.startsWith('.'))
  );
}

/** Whether a path below the collections' root is in one of the collections, or in the settings. */
export function isInCollection(path: string): boolean {
  return isSafePath(path) && folders.some((name) => path.startsWith(`${name}/`));
}
