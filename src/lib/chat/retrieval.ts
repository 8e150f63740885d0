import { dayIn, type Day, type Term } from '#lib/content/terms.ts';
import type { Meaning } from '#lib/retrieval/vector-index.ts';
import type { CandidatePassage, PassageStore } from '#lib/search/passages.ts';
import type { ChatMessage, RetrievedPassage, Retriever } from './chat-types.ts';
import { choosePassages } from './choose-passages.ts';
import type { Language } from './concepts.ts';
import { toStandaloneQuestion } from './follow-up.ts';
import { framingWords } from './function-words.ts';
import { createLexicalRanking } from './lexical-ranking.ts';
import { createPastTermMatcher } from './past-term-matcher.ts';

export type RetrieverOptions = {
  passages: PassageStore;
  /** From `createLanguage` of lib/search. */
  language: Language;
  siteUrl: string;
  /** Returns the terms around a day, as `site.terms` does. */
  terms: (today: Day) => readonly Term[];
  timeZone: string;
  /** The institute's own groups of words, in the format of everyday-words.ts. */
  otherWords?: readonly string[];
  /** Adds a ranking by meaning; without it, or when it returns none, the lexical ranking is used alone. */
  meaning?: Meaning | undefined;
  now?: () => Date;
};

/** Below it no passages are returned. Measured: docs/decisions/009-retrieval.md. */
const minRelevance = 0.2;
/** Passages of each ranking that are fused. */
const maxFused = 50;
const maxReordered = 12;
/** The constant k of reciprocal rank fusion (Cormack and others, 2009). */
const fusionConstant = 60;

/** Finds the passages that may answer the last question of a conversation. */
export function createRetriever(options: RetrieverOptions): Retriever {
  const rank = createRanking(options);
  return {
    async retrieve(messages) {
      const { question, relevance, passages } = await rank(messages);
      if (relevance < minRelevance) return { question, passages: [] };
      const ordered = movePastTermsBack(passages, question, options);
      return {
        question,
        passages: choosePassages(ordered).map((passage) => toRetrieved(passage, options.siteUrl)),
      };
    },
  };
}

/** The retriever's ranking before any passage is left out. */
export function createRanking({ passages, language, meaning, otherWords }: RetrieverOptions) {
  const rankByWords = createLexicalRanking({ passages, language, otherWords });

  async function fuseWithMeaning(byWords: CandidatePassage[], question: string): Promise<CandidatePassage[]> {
    const byMeaning = (await meaning?.nearest(question, maxFused))?.map(({ id }) => id);
    if (!byMeaning) return byWords;
    const byId = new Map(byWords.map((passage) => [passage.id, passage]));
    const fused = fuseRankings([byWords.slice(0, maxFused).map(({ id }) => id), byMeaning]);
    return fused.flatMap((id) => byId.get(id) ?? passages.get(id) ?? []);
  }

  return async function rank(messages: readonly ChatMessage[]) {
    const standalone = toStandaloneQuestion(messages, language);
    const { question } = standalone;
    const byWords = rankByWords(standalone);
    if (byWords.relevance >= minRelevance) {
      return { ...byWords, question, passages: await fuseWithMeaning(byWords.passages, question) };
    }
    const byMeaning = isForeign(question, language) ? await fuseWithMeaning([], question) : [];
    return byMeaning.length > 0
      ? { question, relevance: minRelevance, passages: byMeaning }
      : { ...byWords, question };
  };
}

/** Reciprocal rank fusion. Best first; ties in the order of the first ranking. */
function fuseRankings(rankings: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    ranking.forEach((id, at) => scores.set(id, (scores.get(id) ?? 0) + 1 / (fusionConstant + at + 1)));
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** Detects questions in another language, for which the lexical ranking has no meaning. */
function isForeign(question: string, { split, isStopWord }: Language): boolean {
  const words = split(question);
  const english = words.filter((word) => isStopWord(word) || framingWords.has(word));
  return words.length > 2 && english.length < words.length / 3;
}

/** Moves passages that name past terms only behind the others at the top, unless the question names a past term. */
function movePastTermsBack(
  passages: readonly CandidatePassage[],
  question: string,
  { terms, timeZone, now = () => new Date() }: RetrieverOptions,
): CandidatePassage[] {
  const today = dayIn(timeZone, now());
  const isPast = createPastTermMatcher(terms(today), today);
  if (isPast(question)) return [...passages];
  const head = passages.slice(0, maxReordered);
  const past = new Set(head.filter(({ title, heading, text }) => isPast(`${title}\n${heading}\n${text}`)));
  return [...head.filter((passage) => !past.has(passage)), ...past, ...passages.slice(maxReordered)];
}

function toRetrieved(passage: CandidatePassage, siteUrl: string): RetrievedPassage {
  const { path, anchor, type, title, heading, text } = passage;
  const url = new URL(path, siteUrl);
  if (anchor !== null) url.hash = anchor;
  return { url: url.href, path, anchor: anchor ?? '', type, title, heading, text };
}
