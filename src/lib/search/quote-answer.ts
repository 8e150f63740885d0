import { canAnswer, isQuestion, kindOfQuestion, type QuestionKind } from '#lib/i18n/en/questions.ts';
import { splitSentences } from '#lib/i18n/sentences.ts';
import { meaningfulWords } from '#lib/i18n/words.ts';
import type { Near } from '#lib/retrieval/vector-index.ts';
import type { CandidatePassage, PassageStore } from './open-passages.ts';

/** A sentence of a passage that answers a question. */
export type Quote = { passage: CandidatePassage; sentence: string };

type Options = {
  passages: Pick<PassageStore, 'get' | 'coverage'>;
  /** The passages nearest in meaning to the question. */
  near: Near;
  /** Whether the text of a page can be read on it. */
  isQuotable: (path: string) => boolean;
};

type Candidate = Quote & {
  rank: number;
  similarity: number;
  /** Whether it is the first sentence of its passage. */
  isFirst: boolean;
  /** The shares of the question's words that the sentence has, the title and heading have, and both together have. */
  own: number;
  named: number;
  whole: number;
};

// The limits were chosen by reading the answers to questions: docs/benchmarks.md.
const maxRank = 2;
const minSimilarity = 0.45;
/** Enough if the sentence has nearly all words, which may be in a passage about more. */
const minSimilarityOfSame = 0.4;
const nearlyAll = 0.95;
const most = 0.75;
/** For a question that asks for a number, and a sentence that has one. */
const minWholeOfNumber = 0.65;
/** A question with one word that counts may mean anything. */
const minWords = 2;
/** In characters. */
const lengths = { min: 20, max: 320 };

/**
 * Returns the sentence that answers a question, by nearness in meaning and by words; undefined if none surely does, or if
 * the text is not a question.
 */
export function quoteAnswer(question: string, options: Options): Quote | undefined {
  const kind = isQuestion(question) ? kindOfQuestion(question) : undefined;
  if (!kind || meaningfulWords(question).length < minWords) return undefined;
  const best = readCandidates(question, options)
    .filter((candidate) => canAnswer(candidate.sentence, kind) && isSure(candidate, kind))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
  return best && { passage: best.passage, sentence: best.sentence };
}

function readCandidates(question: string, { passages, near, isQuotable }: Options): Candidate[] {
  return near.passages.slice(0, maxRank + 1).flatMap(({ id, wholeSimilarity: similarity }, rank) => {
    const passage = passages.get(id);
    if (!passage || !isQuotable(passage.path)) return [];
    const { title, heading } = passage;
    const shareOf = (parts: Partial<CandidatePassage>) =>
      passages.coverage(question, { ...passage, title: '', heading: '', text: '', ...parts });
    const named = shareOf({ title, heading });
    return readSentences(passage.text).map((sentence, at) => {
      const [own, whole] = [shareOf({ text: sentence }), shareOf({ title, heading, text: sentence })];
      return { passage, sentence, rank, similarity, isFirst: at === 0, own, named, whole };
    });
  });
}

/** The sentences of a passage that can be quoted: not rows of tables, labels and questions. */
function readSentences(text: string): string[] {
  return splitSentences(text)
    .map((sentence) => sentence.trim().replace(/^(?:-|\d{1,2}\.) /, ''))
    .filter(
      (sentence) =>
        /[.!]["”’)]*$/.test(sentence) &&
        !sentence.includes(' | ') &&
        sentence.length >= lengths.min &&
        sentence.length <= lengths.max,
    );
}

function isSure(candidate: Candidate, kind: QuestionKind): boolean {
  const { rank, own, named, whole, similarity, isFirst } = candidate;
  if (similarity < (own >= nearlyAll ? minSimilarityOfSame : minSimilarity)) return false;
  if (rank > 0 && own < nearlyAll) return false;
  const isBelowQuestion = named >= most && isFirst;
  switch (kind) {
    case 'steps':
    case 'things':
      return isBelowQuestion || own >= nearlyAll;
    case 'whether':
    case 'place':
      return whole >= nearlyAll && (own >= 0.5 || isBelowQuestion);
    default:
      return whole >= minWholeOfNumber && (named < nearlyAll || isFirst || own >= nearlyAll);
  }
}

function scoreOf({ rank, own, whole, similarity, isFirst }: Candidate): number {
  return whole + 0.6 * own + similarity - 0.1 * rank + (isFirst ? 0.15 : 0);
}
