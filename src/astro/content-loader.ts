import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { entryId } from '#lib/content/addresses.ts';
import { listContentFiles } from '#lib/content/checking/entry.ts';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { readMdx } from '#lib/content/checking/mdx-syntax.ts';
import type { CollectionName } from '#lib/content/collections.ts';
import { messageOf } from '#lib/base/message-of.ts';

/**
 * Loads the files of a collection for `astro dev` as data: front matter and text, not compiled. The terminal has the error
 * of a file that cannot be rendered, which keeps its last good state. A build has no content: publications read it.
 */
export function contentFiles(collection: CollectionName, { contentDir }: { contentDir: string }): Loader {
  const folder = join(contentDir, collection);
  return {
    name: 'content-files',
    async load(context) {
      const { store, watcher } = context;
      if (!watcher) {
        store.clear();
        return;
      }
      const files = await listContentFiles(contentDir, collection);
      const ids = new Set(files.map(({ name }) => entryId(name)));
      for (const id of store.keys()) if (!ids.has(id)) store.delete(id);
      await Promise.all(files.map(({ path, name }) => readEntry(path, { id: entryId(name), context })));
      watcher.add(folder);
      const idOf = (path: string) => entryId(relative(folder, path).split(sep).join('/'));
      const isOurs = (path: string) => path.startsWith(folder + sep) && /\.mdx?$/.test(path);
      const changed = (path: string) => {
        if (!isOurs(path)) return;
        readEntry(path, { id: idOf(path), context }).catch((error: unknown) =>
          context.logger.error(String(error)),
        );
      };
      watcher.on('add', changed);
      watcher.on('change', changed);
      watcher.on('unlink', (path) => {
        if (isOurs(path)) store.delete(idOf(path));
      });
    },
  };
}

type EntryContext = { id: string; context: LoaderContext };

async function readEntry(path: string, { id, context }: EntryContext): Promise<void> {
  const { store } = context;
  const source = await readFile(path, 'utf8');
  const known = store.get(id);
  // The store may be of another content folder.
  if (known && known.filePath !== pathInProject(path, context)) store.delete(id);
  else if (known?.digest === context.generateDigest(source)) return;
  try {
    await storeEntry(path, source, { id, context });
  } catch (error) {
    context.logger.error(messageOf(error));
  }
}

function pathInProject(path: string, { config }: LoaderContext): string {
  return relative(fileURLToPath(config.root), path).split(sep).join('/');
}

/** @throws Error if the file cannot be rendered */
async function storeEntry(path: string, source: string, { id, context }: EntryContext): Promise<void> {
  const { store } = context;
  const { frontMatter, body } = readFrontMatter(source);
  const filePath = pathInProject(path, context);
  const data = await context.parseData({ id, data: frontMatter?.data ?? {}, filePath });
  const [problem] = path.endsWith('.mdx') ? readMdx(body).findings : [];
  if (problem) throw new Error(`${filePath}:${problem.line}: ${problem.message}`);
  store.set({ id, data, body, filePath, digest: context.generateDigest(source) });
}
