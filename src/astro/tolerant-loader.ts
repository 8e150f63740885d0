import type { Loader, LoaderContext } from 'astro/loaders';

type ParseData = LoaderContext['parseData'];
type DataStore = LoaderContext['store'];

/**
 * The same loader for a preview: a file whose front matter does not fit keeps what it had before, or is left out,
 * where Astro would not even start. What is wrong with it the check tells.
 */
export function forgiving(loader: Loader): Loader {
  return { ...loader, load: (context) => loader.load(forgive(context)) };
}

function forgive(context: LoaderContext): LoaderContext {
  const unfit = new WeakSet<object>();
  const parseData: ParseData = async (entry) => {
    try {
      return await context.parseData(entry);
    } catch {
      const stand = { ...entry.data };
      unfit.add(stand);
      return stand;
    }
  };
  const set: DataStore['set'] = (entry) => (unfit.has(entry.data) ? false : context.store.set(entry));
  return { ...context, parseData, store: { ...context.store, set } };
}
