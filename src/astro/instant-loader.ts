import type { Loader, LoaderContext } from 'astro/loaders';

type Watcher = NonNullable<LoaderContext['watcher']>;
type Listener = (file: string) => unknown;

/** What a preview tells its loaders of a file, as the context of a refresh. */
export type SavedFile = {
  event: 'add' | 'change' | 'unlink';
  file: string;
  /** Whether a loader has been told. */
  isTaken: boolean;
};

/**
 * The same loader for a preview that tells it itself which file was saved. Astro writes what a watcher brings half a
 * second late, in case more comes; what a refresh brings it writes at once, but a refresh would read every file.
 */
export function prompt(loader: Loader): Loader {
  const listeners = new Map<string, Listener>();
  const load = async (context: LoaderContext) => {
    const saved = context.refreshContextData;
    const listener = isSavedFile(saved) ? listeners.get(saved.event) : undefined;
    if (isSavedFile(saved)) saved.isTaken = true;
    if (isSavedFile(saved) && listener) await listener(saved.file);
    else await loader.load({ ...context, ...(context.watcher && { watcher: keep(context.watcher) }) });
  };
  /** The loader's listeners are kept here and given to no watcher. */
  const keep = (watcher: Watcher) =>
    ({
      add: (files: string | string[]) => watcher.add(files),
      on: (event: string, listener: Listener) => listeners.set(event, listener),
    }) as unknown as Watcher;
  return { ...loader, load };
}

function isSavedFile(data: Record<string, unknown> | undefined): data is SavedFile {
  return typeof data?.['event'] === 'string' && typeof data['file'] === 'string';
}
