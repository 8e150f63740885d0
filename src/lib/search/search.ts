import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { PageSummary } from '#lib/retrieval/near-pages.ts';
import type { Meaning } from '#lib/retrieval/vector-index.ts';
import type { SearchAnswer } from './answer.ts';
import { blendWithMeaning } from './blend.ts';
import { isBroadPage } from './broad-pages.ts';
import { createPageFinder, type FoundPages, type PageFinder } from './page-finder.ts';
import { parsePageIndex, summariesOf } from './open-page-index.ts';
import { openPassages, type PassageStore } from './open-passages.ts';
import { putFirst } from './put-first.ts';
import type { SearchQuery } from './query.ts';
import { createQueryReader } from './read-question.ts';
import { sizeOfAnswer, toAnswer } from './results.ts';
import { createTurns } from './yield-to-event-loop.ts';
import { addSynonyms, readSynonyms } from '#lib/i18n/synonyms.ts';
import { joinPrefixes } from '#lib/i18n/words.ts';
import { messageOf } from '#lib/base/message-of.ts';

export type Search = {
  /** Returns the response body of `GET /api/search` for a checked query. */
  search(query: SearchQuery): Promise<SearchAnswer>;
  /** The number of pages in the index. */
  pages: number;
  /** The passages that the chat retrieves from. */
  passages: PassageStore;
  /** Ranks passages by meaning; undefined if the site ranks by words only. */
  meaning: Meaning | undefined;
  /** The synonyms that the search was opened with. */
  synonyms: readonly string[];
  /** Appends the titles of the pages whose codes a question has. */
  addTitles: (question: string) => string;
  /** Corrects the words of a text that are neither on the site nor common, and the usual slips in questions. */
  correct: (text: string) => string;
  /** Resolves when ranking by meaning has opened or has failed to open. */
  opened: Promise<void>;
  /** Runs generated queries between requests, so that the code is compiled before the first visitor searches. */
  warmUp(): Promise<void>;
  /** Hides pages of the index that are no longer published from results and passages. */
  showOnly(isPublished: (path: string) => boolean): void;
  close(): Promise<void>;
};

type OpenableMeaning = Meaning & {
  opened?: Promise<void>;
  /** Resolves when the ranking changes for the last time. */
  refined?: Promise<void>;
  stop(): Promise<void>;
};

type SearchOptions = {
  /** The file with the index that `buildPageIndex` made. */
  indexFile: string;
  /** The file that `writePassages` wrote. */
  passagesFile: string;
  siteUrl: string;
  /** The institute's synonyms: see `readSynonyms`. */
  synonyms?: readonly string[];
  /** Whether a word is correct even if no page has it, so that it is never corrected. */
  isCommonWord?: (word: string) => boolean;
  openMeaning?: (passages: PassageStore, summaries: readonly PageSummary[]) => OpenableMeaning | undefined;
};

/** In characters. Entries do not expire: the index changes only when the ranking by meaning is refined. */
const maxCachedAnswers = 6_000_000;
/** In pages. The cache speeds up requests for the next page of results. */
const maxCachedMatches = 100_000;
const maxWarmUpQueries = 200;
const maxWarmUpMs = 120;

/**
 * Loads the whole index into memory, so that the first query is as fast as later ones.
 * @throws Error with a one-line message that says to build, if the index is missing, damaged or of another version
 */
export async function openSearch(options: SearchOptions): Promise<Search> {
  const { finder, passages: store } = await open(options);
  const { siteUrl, openMeaning } = options;
  const meaning = openMeaning?.(store, summariesOf(finder.index));
  let hidden: ReadonlySet<number> = new Set();
  const hiddenPaths = new Set<string>();
  const passages = withoutHidden(store, hiddenPaths);
  const answers = new LRUCache<string, SearchAnswer>({
    maxSize: maxCachedAnswers,
    sizeCalculation: sizeOfAnswer,
  });
  const matches = new LRUCache<string, FoundPages>({
    maxSize: maxCachedMatches,
    sizeCalculation: ({ pages }) => pages.length + 1,
  });
  const waitForTurn = createTurns();
  const numbers = new Map(finder.index.pages.map(({ path }, number) => [path, number]));
  const synonyms = readSynonyms(options.synonyms ?? []);
  const readQuery = createQueryReader({
    passages,
    meaning,
    addTitles: finder.addTitles,
    correct: finder.correct,
    synonyms,
    siteUrl,
    // A page rendered on demand shows a form instead of the text in the index.
    isQuotable: (path) => finder.index.pages[numbers.get(path) ?? -1]?.etag !== '',
  });
  const isBroad = (page: number) => isBroadPage(finder.index.pages[page]?.path ?? '');
  /** Uses the ranking by words if it is reliable, else merges it with the ranking by meaning. */
  const find = async (query: string): Promise<{ found: FoundPages; isFinal: boolean }> => {
    const cached = matches.get(query);
    if (cached) return { found: cached, isFinal: true };
    const byWords = finder.find(query);
    const found =
      byWords.isClear || !meaning
        ? byWords
        : await blendWithMeaning(query, byWords, {
            nearestPages: (text) => meaning.nearestPages(addSynonyms(text, synonyms, 'ofSite')),
            pageAt: (path) => numbers.get(path),
            isBroad,
          });
    if (!found) return { found: byWords, isFinal: false };
    matches.set(query, found);
    return { found, isFinal: true };
  };
  void meaning?.refined?.then(() => {
    answers.clear();
    matches.clear();
  });
  return {
    pages: finder.index.pages.length,
    passages,
    meaning,
    synonyms: options.synonyms ?? [],
    addTitles: finder.addTitles,
    correct: finder.correct,
    opened: meaning?.opened ?? Promise.resolve(),
    async search(query) {
      const { types, limit, offset, preference } = query;
      const key = JSON.stringify([query.query, types, limit, offset, preference]);
      const cached = answers.get(key);
      if (cached) return cached;
      await waitForTurn();
      const { found, isFinal } = await find(joinPrefixes(query.query));
      const preferred = preference
        ? putFirst(found.pages, preference, (path) => numbers.get(path))
        : found.pages;
      const pages = hidden.size === 0 ? preferred : preferred.filter((page) => !hidden.has(page));
      const notes = offset === 0 && types.length === 0 ? await readQuery(query.query, found) : {};
      const answer = { ...toAnswer({ ...found, pages }, query, { finder, siteUrl, passages }), ...notes };
      // If ranking by meaning was unavailable, do not cache the answer, because a later one may be better.
      if (isFinal && notes) answers.set(key, answer);
      return answer;
    },
    warmUp: () => warmUp(finder, passages, siteUrl),
    showOnly(isPublished) {
      const removed = [...numbers].filter(([path]) => !isPublished(path));
      if (removed.length === 0 && hidden.size === 0) return;
      hidden = new Set(removed.map(([, number]) => number));
      hiddenPaths.clear();
      for (const [path] of removed) hiddenPaths.add(path);
      answers.clear();
      matches.clear();
    },
    async close() {
      await meaning?.stop();
      passages.close();
    },
  };
}

/** Opens index and passages in several turns of the event loop, so that requests can be handled between them. */
async function open(options: SearchOptions): Promise<{ finder: PageFinder; passages: PassageStore }> {
  const waitForTurn = createTurns();
  try {
    const index = parsePageIndex(await readFile(options.indexFile));
    await waitForTurn();
    const finder = createPageFinder(index, options);
    await waitForTurn();
    return { finder, passages: openPassages(options.passagesFile) };
  } catch (cause) {
    const reason = messageOf(cause).split('\n')[0];
    throw new Error(`The search index cannot be used (${reason}): run \`npm run build\`.`, { cause });
  }
}

/** @param paths paths of the hidden pages; the set may change while the store is open */
function withoutHidden(store: PassageStore, paths: ReadonlySet<string>): PassageStore {
  return {
    ...store,
    find: (question, options) => store.find(question, options).filter(({ path }) => !paths.has(path)),
    get(id) {
      const passage = store.get(id);
      return passage && !paths.has(passage.path) ? passage : undefined;
    },
  };
}

/** Stops at a failure. */
async function warmUp(finder: PageFinder, passages: PassageStore, siteUrl: string): Promise<void> {
  const waitForTurn = createTurns();
  const end = performance.now() + maxWarmUpMs;
  const words = finder.sampleWords(maxWarmUpQueries);
  try {
    for (const [at, word] of words.entries()) {
      await waitForTurn();
      if (performance.now() > end) return;
      const other = words[(at * 7 + 3) % words.length] ?? word;
      const query =
        [word, `${word} ${other}`, `${word.slice(1)}q ${other}`, `how is ${word} ${other} done`][at % 4] ??
        word;
      toAnswer(finder.find(query), { query, types: [], limit: 10, offset: 0 }, { finder, siteUrl, passages });
    }
  } catch {
    // A later search that finds the damaged page reports it.
    return;
  }
}
