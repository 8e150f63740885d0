import { dayIn, type Day, type Term } from '#lib/content/terms.ts';
import { addSynonyms, readSynonyms } from '#lib/i18n/synonyms.ts';
import type { Meaning, Near } from '#lib/retrieval/vector-index.ts';
import type { CandidatePassage, PassageStore } from '#lib/search/open-passages.ts';
import type { ChatMessage, RetrievedPassage, Retriever } from './chat-types.ts';
import { choosePassages } from './choose-passages.ts';
import { findCurrentQuestions, joinQuestions } from './current-questions.ts';
import { createPastTermMatcher } from './past-term-matcher.ts';

export type RetrieverOptions = {
  passages: PassageStore;
  /** If undefined, or while it returns null, passages are ranked by words only. */
  meaning?: Pick<Meaning, 'nearest'> | undefined;
  /** Appends the titles of the pages whose codes a question has, for ranking by meaning. */
  addTitles?: (question: string) => string;
  /** Corrects words that are neither on the site nor common. */
  correct?: (question: string) => string;
  siteUrl: string;
  /** Returns the terms around a day. */
  terms: (today: Day) => readonly Term[];
  timeZone: string;
  /** The institute's synonyms: see `readSynonyms`. */
  synonyms?: readonly string[];
  now?: () => Date;
};

const maxNear = 60;
const maxByWords = 20;
const maxReordered = 12;
/** The weight of a match by words, as in search; nearness in meaning has the weight 1. */
const wordsWeight = 0.25;
/**
 * Within this range above the minimum similarity, a question is relevant only if the site has most of its words. The
 * limits were tuned on a set of questions: docs/decisions/009-sentence-encoder.md.
 */
const doubtfulRange = 0.04;
const minKnownShare = 0.6;
const minCoverage = 0.2;

/** Finds the passages that may answer the last question of a conversation. */
export function createRetriever(options: RetrieverOptions): Retriever {
  const rank = createRanking(options);
  return {
    async retrieve(messages) {
      const { question, isRelevant, byMeaning, byWords } = await rank(messages);
      if (!isRelevant) return { question, passages: [] };
      const chosen = choosePassages(
        movePastTermsBack(byMeaning, question, options),
        movePastTermsBack(byWords, question, options),
      );
      return { question, passages: chosen.map((passage) => toRetrieved(passage, options.siteUrl)) };
    },
  };
}

/**
 * Creates a function that ranks passages by meaning, with their match by words, and by words alone, and decides whether they are relevant. A last question
 * that stands alone is ranked alone. Any other may follow up the ones before or change the subject, so it is ranked
 * alone and joined with them.
 */
function createRanking({
  passages,
  meaning,
  addTitles = (question) => question,
  correct = (question) => question,
  synonyms: lines = [],
}: RetrieverOptions) {
  const synonyms = readSynonyms(lines);
  return async function rank(messages: readonly ChatMessage[]) {
    const questions = await findCurrentQuestions(
      messages.flatMap(({ role, text }) => (role === 'user' ? [text.trim()] : [])),
      async (text) => (await nearest(text))?.similarity,
    );
    const question = joinQuestions(questions);
    const last = questions.at(-1) ?? '';
    const joined = await rankText(question);
    if (questions.length <= 1) return { question, ...joined };
    const alone = await rankText(last);
    return {
      question,
      byMeaning: mergeRankings(alone.byMeaning, joined.byMeaning),
      byWords: mergeWords(weighByCoverage(last, alone.byWords), weighByCoverage(question, joined.byWords)),
      isRelevant: joined.isRelevant || alone.isRelevant,
    };
  };

  async function nearest(text: string): Promise<Near | null> {
    return (await meaning?.nearest(addTitles(text), maxNear)) ?? null;
  }

  async function rankText(typed: string) {
    const text = correct(typed);
    const ranked = await rankAsSpelled(text);
    if (text === typed) return ranked;
    // A correction may make a question look like one about the site.
    const isMeant = ranked.isRelevant && passages.knownShare(text) >= minKnownShare;
    return { ...ranked, isRelevant: isMeant || (await rankAsSpelled(typed)).isRelevant };
  }

  async function rankAsSpelled(text: string) {
    const expanded = addSynonyms(text, synonyms);
    const byWords = passages.find(expanded, { limit: maxByWords });
    const near = await nearest(text);
    if (!near) {
      return { byMeaning: [], byWords, isRelevant: expanded !== text || isCovered(text, byWords) };
    }
    const strengths = strengthsOf(text, byWords);
    const byMeaning = near.passages
      .flatMap(({ id, similarity }) => {
        const passage = passages.get(id);
        return passage ? [{ ...passage, score: similarity + wordsWeight * (strengths.get(id) ?? 0) }] : [];
      })
      .toSorted((a, b) => b.score - a.score);
    return { byMeaning, byWords, isRelevant: isNear(text, near) };
  }

  /** How well passages match by words, from 0 to 1: the score relative to the best one, times the share of the text. */
  function strengthsOf(text: string, byWords: readonly CandidatePassage[]): ReadonlyMap<number, number> {
    const best = byWords[0]?.score ?? 1;
    return new Map(
      byWords.map((passage) => [passage.id, (passage.score / best) * passages.coverage(text, passage)]),
    );
  }

  /** Makes the scores of two texts comparable: more words give higher scores. */
  function weighByCoverage(text: string, ranked: readonly CandidatePassage[]): CandidatePassage[] {
    return ranked.map((passage) => {
      const score = passage.score * Math.sqrt(passages.coverage(text, passage));
      return { ...passage, score };
    });
  }

  function isNear(question: string, { similarity, minSimilarity }: Near): boolean {
    if (similarity >= minSimilarity + doubtfulRange) return true;
    return similarity >= minSimilarity && passages.knownShare(question) >= minKnownShare;
  }

  function isCovered(question: string, [best]: readonly CandidatePassage[]): boolean {
    return best !== undefined && passages.coverage(question, best) >= minCoverage;
  }
}

/** Ranks each passage by the better of its scores for the last question alone and for all questions joined. */
function mergeRankings(
  alone: readonly CandidatePassage[],
  joined: readonly CandidatePassage[],
): CandidatePassage[] {
  return withoutRepeats([...alone, ...joined].sort((a, b) => b.score - a.score));
}

/** Like `mergeRankings`, but the best passage for the last question is at least second: scores by words are rough. */
function mergeWords(
  alone: readonly CandidatePassage[],
  joined: readonly CandidatePassage[],
): CandidatePassage[] {
  const merged = mergeRankings(alone, joined);
  return withoutRepeats([...merged.slice(0, 1), ...alone.slice(0, 1), ...merged]);
}

function withoutRepeats(ranked: readonly CandidatePassage[]): CandidatePassage[] {
  return [...new Map(ranked.map((passage) => [passage.id, passage])).values()];
}

/** Among the top passages, ranks those that name only past terms last, unless the question names a past term. */
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
