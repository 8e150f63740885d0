import { indexedWords, readTokens, splitWords } from '#lib/i18n/split-words.ts';
import { isStopWord, stem } from '#lib/i18n/words.ts';

type QuestionCoverage = {
  /** Returns the share of a question's words that the site contains; rare words weigh more. */
  knownShare(question: string): number;
  /** Returns the share of a question's words that a text contains; rare words weigh more. */
  coverage(question: string, text: string): number;
  /** Returns the words of a question, folded, that the site lacks in any form. */
  unknownWords(question: string): string[];
};

/** @param words words as authors wrote them, each with the number of pages that have it */
export function createQuestionCoverage(
  words: readonly (readonly [word: string, pages: number])[],
): QuestionCoverage {
  const pagesByStem = new Map<string, number>();
  for (const [word, pages] of words) {
    const stemmed = stem(splitWords(word)[0] ?? '');
    pagesByStem.set(stemmed, Math.max(pages, pagesByStem.get(stemmed) ?? 0));
  }
  const maxPages = Math.max(1, ...pagesByStem.values());

  function shareOf(question: string, has: (stemmed: string) => boolean): number {
    let all = 0;
    let known = 0;
    for (const [word, whole] of readWords(question)) {
      if (isStopWord(word)) continue;
      const stemmed = stem(word);
      const weight = Math.log(1 + maxPages / (1 + (pagesByStem.get(stemmed) ?? 0)));
      all += weight;
      if (has(stemmed) || (whole !== undefined && has(stem(whole)))) known += weight;
    }
    return all > 0 ? known / all : 0;
  }

  return {
    knownShare: (question) => shareOf(question, (stemmed) => pagesByStem.has(stemmed) || /\d/.test(stemmed)),
    unknownWords(question) {
      const isKnown = (word: string) => pagesByStem.has(stem(word)) || isStopWord(word) || /\d/.test(word);
      const words = [...readWords(question)].filter(([, whole]) => whole === undefined || !isKnown(whole));
      return words.flatMap(([word]) => (isKnown(word) ? [] : [word]));
    },
    coverage(question, text) {
      const stems = new Set(indexedWords(text).map(stem));
      return shareOf(question, (stemmed) => stems.has(stemmed));
    },
  };
}

/** The words of a question, each with the whole word that it is part of. */
function readWords(question: string): ReadonlyMap<string, string | undefined> {
  return new Map(
    readTokens(question).flatMap(({ parts, whole }) => parts.map((part) => [part, whole] as const)),
  );
}
