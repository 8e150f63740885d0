import { dayIn, type Day, type Term } from '#lib/content/terms.ts';
import type { CandidatePassage, PassageStore } from '#lib/search/passages.ts';
import { choosePassages } from './choose-passages.ts';
import type { Language } from './concepts.ts';
import { makeStandalone } from './follow-up.ts';
import { createLexicalRanking } from './lexical-ranking.ts';
import { createPastTerms } from './past-terms.ts';
import { framingWords } from './question-words.ts';
import { fuseRankings } from './rank-fusion.ts';
import type { ChatTurn, RetrievedPassage, Retriever } from './retrieval-types.ts';
import type { VectorIndex } from './vector-index.ts';

export type RetrieverOptions = {
  passages: PassageStore;
  /** How the search reads words: `createLanguage` of lib/search. */
  language: Language;
  siteUrl: string;
  /** The terms around a day, as `site.terms` gives them. */
  terms: (today: Day) => readonly Term[];
  timeZone: string;
  /** The institute's own groups of words, in the form that everyday-words.ts reads. */
  otherWords?: readonly string[];
  /** Ranks by meaning as well; words alone decide where it gives nothing. */
  vectors?: Pick<VectorIndex, 'rank'> | undefined;
  now?: () => Date;
};

/** Below this there is nothing that could answer the question. Measured: docs/decisions/009-retrieval.md. */
const enough = 0.2;
/** How many of each ranking are fused. */
const mostFused = 50;
const mostReordered = 12;

/** Finds the passages that may answer the last question of a conversation. */
export function createRetriever(options: RetrieverOptions): Retriever {
  const rank = createRanking(options);
  return {
    async retrieve(turns) {
      const { question, relevance, passages } = await rank(turns);
      if (relevance < enough) return { question, passages: [] };
      const ordered = currentFirst(passages, question, options);
      return {
        question,
        passages: choosePassages(ordered).map((passage) => publish(passage, options.siteUrl)),
      };
    },
  };
}

/** The ranking behind a retriever, before anything is left out of it. */
export function createRanking({ passages, language, vectors, otherWords }: RetrieverOptions) {
  const rankByWords = createLexicalRanking({ passages, language, otherWords });

  async function addMeaning(byWords: CandidatePassage[], question: string): Promise<CandidatePassage[]> {
    const byMeaning = await vectors?.rank(question, mostFused);
    if (!byMeaning) return byWords;
    const known = new Map(byWords.map((passage) => [passage.id, passage]));
    const fused = fuseRankings([byWords.slice(0, mostFused).map(({ id }) => id), byMeaning]);
    return fused.flatMap((id) => known.get(id) ?? passages.get(id) ?? []);
  }

  return async function rank(turns: readonly ChatTurn[]) {
    const standalone = makeStandalone(turns, language);
    const { question } = standalone;
    const byWords = rankByWords(standalone);
    if (byWords.relevance >= enough) {
      return { ...byWords, question, passages: await addMeaning(byWords.passages, question) };
    }
    const byMeaning = isForeign(question, language) ? await addMeaning([], question) : [];
    return byMeaning.length > 0
      ? { question, relevance: enough, passages: byMeaning }
      : { ...byWords, question };
  };
}

/** Of a question in another language words say nothing; its meaning may. */
function isForeign(question: string, { split, isStopWord }: Language): boolean {
  const words = split(question);
  const english = words.filter((word) => isStopWord(word) || framingWords.has(word));
  return words.length > 2 && english.length < words.length / 3;
}

/**
 * Puts passages that speak of past terms alone behind the other ones that rank as high, unless the question asks
 * about such a term.
 */
function currentFirst(
  passages: readonly CandidatePassage[],
  question: string,
  { terms, timeZone, now = () => new Date() }: RetrieverOptions,
): CandidatePassage[] {
  const today = dayIn(timeZone, now());
  const isPast = createPastTerms(terms(today), today);
  if (isPast(question)) return [...passages];
  const head = passages.slice(0, mostReordered);
  const past = new Set(head.filter(({ title, heading, text }) => isPast(`${title}\n${heading}\n${text}`)));
  return [...head.filter((passage) => !past.has(passage)), ...past, ...passages.slice(mostReordered)];
}

function publish(passage: CandidatePassage, siteUrl: string): RetrievedPassage {
  const { path, anchor, type, title, heading, text } = passage;
  const address = new URL(path, siteUrl);
  if (anchor !== null) address.hash = anchor;
  return { url: address.href, path, anchor: anchor ?? '', type, title, heading, text };
}
