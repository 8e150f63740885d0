import { posix } from 'node:path';

/** Whether a file in a collection's folder is an entry. @param name path below the collection's folder */
export function isContentFile(name: string): boolean {
  return /\.mdx?$/.test(name) && !posix.basename(name).startsWith('_') && !/(^|\/)\./.test(name);
}
