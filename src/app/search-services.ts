import { join } from 'node:path';
import { sleep } from '#lib/base/repeat.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import type { Log } from '#lib/log/log.ts';
import { createCurrentSearch, type CurrentSearch } from '#lib/search/current-search.ts';
import { openSearch, type Search } from '#lib/search/search.ts';
import { readCommonWords } from './common-words.ts';
import type { Config } from './env.ts';
import type { Publication } from './publication.ts';
import { createMeaningSource } from './retrieval-services.ts';

/** The parts of a publication that the search reads. */
type SearchedPublication = Pick<Publication, 'manifest' | 'editorSettings' | 'institute'>;

/** The search of the current publication. */
type SiteSearch = CurrentSearch & {
  /** Hides removed pages now. If the index or the synonyms changed, opens the new index in the background. */
  follow(publication: SearchedPublication): void;
};

type SearchNeeds = {
  publishedDir: string;
  publication: SearchedPublication;
  config: Config;
  log: Log;
};

/** In milliseconds. */
const maxWaitForVectors = 1_000;
const firstRetry = 1_000;
const lastRetry = 30_000;

/** Opens the search of a publication, which can follow later ones. */
export async function openSiteSearch({
  publishedDir,
  publication: first,
  config,
  log: siteLog,
}: SearchNeeds): Promise<SiteSearch> {
  const isCommonWord = await readCommonWords(first.institute.locale);
  const meanings = createMeaningSource({
    publishedDir,
    config,
    log: siteLog,
    locale: first.institute.locale,
  });
  const warn = (message: string, error: unknown) => siteLog.warn(message, { name: 'search', error });
  const open = ({ manifest, editorSettings }: SearchedPublication) =>
    openSearch({
      indexFile: join(publishedDir, manifest.serverFiles.searchIndex),
      passagesFile: join(publishedDir, manifest.serverFiles.passages),
      siteUrl: config.SITE_URL,
      synonyms: editorSettings.search.otherWords,
      isCommonWord,
      ...(meanings && { openMeaning: (passages, summaries) => meanings.open(passages, summaries) }),
    });
  const stopped = new AbortController();
  const search = createCurrentSearch(await open(first), (error) =>
    warn('the previous search index could not be closed', error),
  );
  let wanted = first;
  let opened = first;
  let isOpening = false;
  let opening = Promise.resolve();
  let retrying = new AbortController();
  search.showOnly(pagesOf(first));

  /** Resolves when the index of the last publication is in use. Until then, searches use the previous one. */
  async function openWanted(): Promise<void> {
    isOpening = true;
    let reported: SearchedPublication | undefined;
    let retry = firstRetry;
    while (!hasSameSearch(wanted, opened) && !stopped.signal.aborted) {
      const next = wanted;
      try {
        await replaceBy(await open(next));
        opened = next;
      } catch (error) {
        if (reported !== next) warn('the published search index cannot be used yet', error);
        retry = reported === next ? Math.min(2 * retry, lastRetry) : firstRetry;
        reported = next;
        retrying = new AbortController();
        await sleep(retry, AbortSignal.any([stopped.signal, retrying.signal]));
      }
    }
    isOpening = false;
  }

  /** Waits for the vectors of new passages. If they take long, the index ranks by words only until they are ready. */
  async function replaceBy(next: Search): Promise<void> {
    await Promise.race([next.opened, sleep(maxWaitForVectors, stopped.signal)]);
    next.showOnly(pagesOf(wanted));
    search.replace(next);
  }

  return {
    ...search,
    follow(publication) {
      wanted = publication;
      search.showOnly(pagesOf(publication));
      retrying.abort();
      if (!isOpening) opening = openWanted();
    },
    async close() {
      stopped.abort();
      await opening;
      await search.close();
      await meanings?.close();
    },
  };
}

function hasSameSearch(a: SearchedPublication, b: SearchedPublication): boolean {
  const keyOf = ({ manifest: { serverFiles }, editorSettings }: SearchedPublication) =>
    JSON.stringify([serverFiles.searchIndex, serverFiles.passages, editorSettings.search.otherWords]);
  return keyOf(a) === keyOf(b);
}

/** Whether a page can be opened: published, or rendered on demand. */
function pagesOf({ manifest: { pages } }: SearchedPublication): (path: string) => boolean {
  const paths = new Set(pages.filter(({ status }) => status === 200).map(({ path }) => path));
  for (const { path } of onDemandPages) paths.add(path);
  return (path) => paths.has(path);
}
