import { contentOf } from '#lib/editing/draft-files.ts';
import type { SourceFile } from '#lib/publishing/activation/sources.ts';

/** Size of the cache in characters. A picture takes about two bytes per character. */
const defaultMaxLength = 64 << 20;

/**
 * Turns the texts of drafts into files. Returns the same object for the same text, because that is the cache key of
 * parsed content, until newer texts evict it.
 */
export function createDraftSourceFiles(maxLength = defaultMaxLength) {
  const files = new Map<string, { text: string; file: SourceFile }>();
  let length = 0;

  function forget(path: string): void {
    length -= files.get(path)?.text.length ?? 0;
    files.delete(path);
  }

  function makeFile(path: string, text: string): SourceFile {
    const content = contentOf({ path, text });
    return Buffer.isBuffer(content)
      ? { path, hash: '', text: undefined, bytes: content }
      : { path, hash: '', text };
  }

  return (path: string, text: string): SourceFile => {
    const known = files.get(path);
    const file = known?.text === text ? known.file : makeFile(path, text);
    forget(path);
    files.set(path, { text, file });
    length += text.length;
    for (const oldest of files.keys()) {
      if (length <= maxLength) break;
      forget(oldest);
    }
    return file;
  };
}
