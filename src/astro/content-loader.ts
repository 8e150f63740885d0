import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { entryId } from '#lib/content/addresses.ts';
import { listFiles } from '#lib/content/checking/entry.ts';
import { readFrontMatter } from '#lib/content/checking/front-matter.ts';
import type { CollectionName } from '#lib/content/collections.ts';

/**
 * Loads the files of a collection as data: front matter and text, not compiled. In a preview a file with
 * invalid front matter keeps its last valid state, and the content check reports the error. A build stops.
 */
export function contentFiles(collection: CollectionName, { contentDir }: { contentDir: string }): Loader {
  const folder = join(contentDir, collection);
  return {
    name: 'content-files',
    async load(context) {
      const { store, watcher } = context;
      const files = await listFiles(contentDir, collection);
      const ids = new Set(files.map(({ name }) => entryId(name)));
      for (const id of store.keys()) if (!ids.has(id)) store.delete(id);
      await Promise.all(files.map(({ path, name }) => readEntry(path, { id: entryId(name), context })));
      if (!watcher) return;
      watcher.add(folder);
      const idOf = (path: string) => entryId(relative(folder, path).split(sep).join('/'));
      const isOurs = (path: string) => path.startsWith(folder + sep) && /\.mdx?$/.test(path);
      const changed = (path: string) => {
        if (isOurs(path)) void readEntry(path, { id: idOf(path), context });
      };
      watcher.on('add', changed);
      watcher.on('change', changed);
      watcher.on('unlink', (path) => {
        if (isOurs(path)) store.delete(idOf(path));
      });
    },
  };
}

async function readEntry(
  path: string,
  { id, context }: { id: string; context: LoaderContext },
): Promise<void> {
  const { store, config, watcher } = context;
  const source = await readFile(path, 'utf8');
  const digest = context.generateDigest(source);
  if (store.get(id)?.digest === digest) return;
  const { frontMatter, body } = readFrontMatter(source);
  const filePath = relative(fileURLToPath(config.root), path).split(sep).join('/');
  try {
    const data = await context.parseData({ id, data: frontMatter?.data ?? {}, filePath });
    store.set({ id, data, body, filePath, digest });
  } catch (error) {
    if (!watcher) throw error;
  }
}
