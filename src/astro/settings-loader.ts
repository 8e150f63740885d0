import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Loader, LoaderContext } from 'astro/loaders';
import { parseSettings } from '#lib/content/checking/settings-file.ts';
import { settingsFolder, settingsNameOf, settingsNames } from '#lib/content/editor-settings.ts';

/**
 * Loads the settings that editors can change for `astro dev`. The terminal has the errors of a file, which keeps its last
 * good state. A build has no content: publications read it.
 */
export function settingsFileLoader({ contentDir }: { contentDir: string }): Loader {
  const folder = join(contentDir, settingsFolder);
  return {
    name: 'settings-files',
    async load(context) {
      const { store, watcher, logger } = context;
      if (!watcher) {
        store.clear();
        return;
      }
      for (const name of settingsNames) await readSettings(join(folder, `${name}.yaml`), context);
      watcher.add(folder);
      const changed = (path: string) => {
        if (settingsNameOf(path.slice(contentDir.length + 1).replaceAll('\\', '/')) === undefined) return;
        readSettings(path, context).catch((error: unknown) => logger.error(String(error)));
      };
      watcher.on('add', changed);
      watcher.on('change', changed);
      watcher.on('unlink', changed);
    },
  };
}

async function readSettings(path: string, context: LoaderContext): Promise<void> {
  const { store, logger } = context;
  const id = basename(path, '.yaml');
  const source = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const { data, file, findings } = parseSettings(path, source);
  const [problem] = findings;
  const reason = problem && `${file}:${problem.line}: ${problem.message}: ${problem.fix}`;
  if (reason) logger.error(reason);
  if (data) store.set({ id, data, filePath: file, digest: context.generateDigest(source) });
  else if (!problem) store.delete(id);
}
