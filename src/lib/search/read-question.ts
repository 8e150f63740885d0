import { addSynonyms, type Synonyms } from '#lib/i18n/synonyms.ts';
import type { Meaning, Near } from '#lib/retrieval/vector-index.ts';
import type { SearchAnswer } from './answer.ts';
import type { PassageStore } from './open-passages.ts';
import type { FoundPages } from './page-finder.ts';
import { quoteAnswer, type Quote } from './quote-answer.ts';
import { linkToParts, linkToText } from './text-link.ts';

/** What a search says about its query, besides the results. */
export type QueryNotes = Pick<SearchAnswer, 'answer' | 'unrelated' | 'unknownWords'>;

type ReaderOptions = {
  passages: PassageStore;
  meaning: Pick<Meaning, 'nearest'> | undefined;
  addTitles: (question: string) => string;
  correct: (text: string) => string;
  synonyms: Synonyms;
  siteUrl: string;
  /** Whether the text of a page can be read on it. */
  isQuotable: (path: string) => boolean;
};

const maxNear = 5;
/** A query is unrelated if the nearest passage and the share of known words are below the limits of a pair. */
const unrelatedBelow = [
  { similarity: 0.29, known: 0.6 },
  { similarity: 0.45, known: 0.35 },
];

/**
 * Creates a function that answers a question with a sentence of the site, and says if the site has nothing about a query.
 * Resolves to null if ranking by meaning is unavailable at the moment.
 */
export function createQueryReader(options: ReaderOptions) {
  const { passages, meaning, addTitles, correct, synonyms, siteUrl, isQuotable } = options;
  return async (query: string, { correction, isClear }: FoundPages): Promise<QueryNotes | null> => {
    const text = correction ?? query;
    const unknownWords = isClear ? [] : passages.unknownWords(text).filter((word) => !hasSynonyms(word));
    if (!meaning) return { answer: null, unrelated: false, unknownWords };
    const near = await meaning.nearest(addTitles(text), maxNear);
    if (!near) return null;
    const question = correct(query);
    const nearQuestion = question === text ? near : await meaning.nearest(addTitles(question), maxNear);
    const quote = nearQuestion && quoteAnswer(question, { passages, near: nearQuestion, isQuotable });
    const unrelated = correction === null && unknownWords.length > 0 && isFar(text, near);
    return { answer: quote ? toAnswer(quote, siteUrl) : null, unrelated, unknownWords };
  };

  function isFar(text: string, { similarity }: Near): boolean {
    const known = passages.knownShare(text);
    return unrelatedBelow.some((limit) => similarity < limit.similarity && known < limit.known);
  }

  function hasSynonyms(text: string): boolean {
    return addSynonyms(text, synonyms) !== text;
  }
}

function toAnswer({ passage, text, parts }: Quote, siteUrl: string): NonNullable<SearchAnswer['answer']> {
  const { path, anchor, title, heading } = passage;
  const url = new URL(path, siteUrl);
  if (anchor !== null) url.hash = anchor;
  const link = parts ? linkToParts(url.href, parts) : linkToText(url.href, text);
  return { text, url: link, title, heading, kind: 'sentence' };
}
