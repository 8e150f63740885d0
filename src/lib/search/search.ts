import type { Meaning } from '#lib/retrieval/vector-index.ts';
import type { SearchAnswer } from './answer.ts';
import { BoundedCache } from './bounded-cache.ts';
import { firstThatMatches, suggestCorrections, type Corrections } from './correction.ts';
import { Matcher } from './matching.ts';
import { openPagefindIndex, type PagefindIndex } from './pagefind-index.ts';
import { openPassages, type CandidatePassage, type PassageStore } from './passages.ts';
import type { SearchQuery } from './query.ts';
import { toResults, type Hit } from './results.ts';
import { createTurns } from './yield-to-event-loop.ts';
import { Vocabulary } from './vocabulary.ts';
import { meaningfulWords, parseQuery } from './words.ts';

export type Search = {
  /** Answers a checked query with the body that the contract gives. */
  search(query: SearchQuery): Promise<SearchAnswer>;
  /** How many pages can be found. */
  pages: number;
  /** The passages behind plain-language questions, for the chat to retrieve from. */
  passages: PassageStore;
  /** The ranking of passages by meaning; undefined where words alone decide. */
  meaning: Meaning | undefined;
  close(): Promise<void>;
};

type Places = {
  /** The written Pagefind index: `dist/client/pagefind`. */
  directory: string;
  /** What `writePassages` wrote. */
  passagesFile: string;
  siteUrl: string;
  openMeaning?: (passages: PassageStore) => (Meaning & { stop(): Promise<void> }) | undefined;
};

type Found = { hits: Hit[]; used: string; correction: string | null };

/** Characters of answers that are kept; the index never changes while it is open. */
const keptAnswers = 6_000_000;
/** Pages in the lists of matches that are kept for further pages of results. */
const keptMatches = 100_000;
const mostPassages = 50;
const fewWords = 3;
const mostWarmUps = 200;
/** In milliseconds. */
const longestWarmUp = 120;

/**
 * Reads the whole index into memory, so that the first query is as quick as the next.
 * @throws Error with one line that says to build, when the index is missing, damaged or of another version
 */
export async function openSearch({ directory, passagesFile, siteUrl, openMeaning }: Places): Promise<Search> {
  const { index, passages } = open(directory, passagesFile);
  const meaning = openMeaning?.(passages);
  const vocabulary = new Vocabulary(index.inverted.words, passages.words());
  const matcher = new Matcher(index.inverted, vocabulary, index.lengths);
  const answers = new BoundedCache<SearchAnswer>({ capacity: keptAnswers, sizeOf: sizeOfAnswer });
  const matches = new BoundedCache<Found>({
    capacity: keptMatches,
    sizeOf: ({ hits }) => hits.length + 1,
  });
  const turn = createTurns();
  warm(vocabulary, (query) => {
    const checked = { query, types: [], limit: 10, offset: 0 };
    answerFrom(findPages(query, { index, passages, vocabulary, matcher }), checked, {
      index,
      matcher,
      siteUrl,
    });
  });
  const find = (query: string) => {
    const known = matches.get(query);
    if (known) return known;
    const found = findPages(query, { index, passages, vocabulary, matcher });
    matches.set(query, found);
    return found;
  };
  return {
    pages: index.lengths.length,
    passages,
    meaning,
    async search(query) {
      const key = JSON.stringify([query.query, query.types, query.limit, query.offset]);
      const known = answers.get(key);
      if (known) return known;
      await turn();
      const answer = answerFrom(find(query.query), query, { index, matcher, siteUrl });
      answers.set(key, answer);
      return answer;
    },
    async close() {
      await meaning?.stop();
      passages.close();
    },
  };
}

function open(directory: string, passagesFile: string): { index: PagefindIndex; passages: PassageStore } {
  try {
    return { index: openPagefindIndex(directory), passages: openPassages(passagesFile) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new Error(`The search index in ${directory} cannot be used (${reason}): run \`npm run build\`.`, {
      cause,
    });
  }
}

/** Answers made-up queries of each sort for a moment, so that the code is compiled before a visitor waits. */
function warm(vocabulary: Vocabulary, answer: (query: string) => void): void {
  const until = performance.now() + longestWarmUp;
  const words = vocabulary.sample(mostWarmUps);
  for (const [at, word] of words.entries()) {
    if (performance.now() > until) return;
    const other = words[(at * 7 + 3) % words.length] ?? word;
    answer(
      [word, `${word} ${other}`, `${word.slice(1)}q ${other}`, `how is ${word} ${other} done`][at % 4] ??
        word,
    );
  }
}

type Tools = { index: PagefindIndex; passages: PassageStore; vocabulary: Vocabulary; matcher: Matcher };

/** As typed; else with slips mended; else pages whose passages have some of the words. */
function findPages(query: string, tools: Tools): Found {
  const { index, passages, matcher } = tools;
  const toHits = (found: readonly { page: number }[]): Hit[] =>
    found.map(({ page }) => ({ page, type: index.typeOf(page) }));
  const asTyped = matcher.match(parseQuery(query));
  if (asTyped.length > 0) return { hits: toHits(asTyped), used: query, correction: null };
  const corrections = suggestCorrections(query, tools);
  const mended = firstThatMatches(corrections.queries, tools);
  if (mended) return { hits: toHits(mended.matches), used: mended.correction, correction: mended.correction };
  return findByPassages(query, corrections, passages);
}

/**
 * A question holds words that the site never uses, and these are no slips: its mended words are looked up
 * beside the typed ones. A few words of which one is unknown are taken for a slip.
 */
function findByPassages(query: string, { queries, unknown }: Corrections, passages: PassageStore): Found {
  const likeliest = (unknown ? queries[0] : undefined) ?? query;
  const find = (words: string) => groupByPage(passages.find(words, { limit: mostPassages }));
  if (likeliest === query) return { hits: find(query), used: query, correction: null };
  const isQuestion =
    meaningfulWords(query).length > fewWords && passages.find(query, { limit: 1 }).length > 0;
  const used = isQuestion ? `${query} ${likeliest}` : likeliest;
  const hits = find(used);
  return { hits, used, correction: isQuestion || hits.length === 0 ? null : likeliest };
}

function groupByPage(found: readonly CandidatePassage[]): Hit[] {
  const byPath = Map.groupBy(found, ({ path }) => path);
  return [...byPath.values()].flatMap((passages) => {
    const [first] = passages;
    return first ? [{ passages, type: first.type }] : [];
  });
}

function answerFrom(
  { hits, used, correction }: Found,
  { query, types, limit, offset }: SearchQuery,
  sources: { index: PagefindIndex; matcher: Matcher; siteUrl: string },
): SearchAnswer {
  const counts: SearchAnswer['facets']['type'] = {};
  for (const { type } of hits) counts[type] = (counts[type] ?? 0) + 1;
  const wanted = types.length > 0 ? hits.filter(({ type }) => types.includes(type)) : hits;
  const results = toResults(wanted.slice(offset, offset + limit), used, sources);
  return { query, total: wanted.length, offset, limit, correction, results, facets: { type: counts } };
}

function sizeOfAnswer({ query, results }: SearchAnswer): number {
  return results.reduce(
    (size, { excerpt, sections }) =>
      size + excerpt.length + 300 + sections.reduce((sum, { excerpt: text }) => sum + text.length + 200, 0),
    query.length + 300,
  );
}
