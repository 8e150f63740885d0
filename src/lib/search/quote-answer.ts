import {
  canAnswer,
  definitionOf,
  isQuestion,
  kindOfQuestion,
  subjectOf,
  type QuestionKind,
} from '#lib/i18n/en/questions.ts';
import { meaningfulWords } from '#lib/i18n/words.ts';
import type { Near } from '#lib/retrieval/vector-index.ts';
import type { CandidatePassage, PassageStore } from './open-passages.ts';
import { readQuotables, type Quotable } from './quotables.ts';

/** A part of a passage that answers a question. */
export type Quote = Pick<Quotable, 'text' | 'parts'> & { passage: CandidatePassage };

type Options = {
  passages: Pick<PassageStore, 'get' | 'find' | 'coverage'>;
  /** The passages nearest in meaning to the question. */
  near: Near;
  /** Whether the text of a page can be read on it. */
  isQuotable: (path: string) => boolean;
};

type Candidate = Quotable & {
  passage: CandidatePassage;
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
/** Passages with the words of a question, in which its definition or the same question is looked for. */
const maxFound = 8;

/**
 * Returns the sentence that answers a question, by nearness in meaning and by words; undefined if none surely does, or if
 * the text is not a question.
 */
export function quoteAnswer(question: string, options: Options): Quote | undefined {
  if (!isQuestion(question)) return undefined;
  const known = quoteDefinition(question, options) ?? quoteSameQuestion(question, options);
  const kind = kindOfQuestion(question);
  if (known || !kind || meaningfulWords(question).length < minWords) return known;
  const [best, next] = readCandidates(question, options)
    .filter((candidate) => canAnswer(candidate.text, kind) && isSure(candidate, kind))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a));
  // If several rows of a table fit, one of them is not the whole answer.
  if (!best || (best.label !== undefined && next?.label !== undefined && next.own >= best.own))
    return undefined;
  return best;
}

/** The sentence that says what something is: “A catena is a line of soils”. */
function quoteDefinition(question: string, options: Options): Quote | undefined {
  const subject = subjectOf(question);
  if (subject === undefined) return undefined;
  const pattern = definitionOf(subject);
  return quoteFirst(subject, options, ({ text, label }) => label === undefined && pattern.test(text));
}

/** The answer to a question of a page that has the same words. */
function quoteSameQuestion(question: string, options: Options): Quote | undefined {
  const share = (words: string, text: string, passage: CandidatePassage) =>
    options.passages.coverage(words, { ...passage, title: '', heading: '', text });
  return quoteFirst(
    question,
    options,
    ({ asked = '' }, passage) =>
      asked !== '' && share(question, asked, passage) >= most && share(asked, question, passage) >= most,
  );
}

function quoteFirst(
  words: string,
  { passages, near, isQuotable }: Options,
  isAnswer: (quotable: Quotable, passage: CandidatePassage) => boolean,
): Quote | undefined {
  const found = [
    ...near.passages.flatMap(({ id }) => passages.get(id) ?? []),
    ...passages.find(words, { limit: maxFound }),
  ];
  for (const passage of found.filter(({ path }) => isQuotable(path))) {
    const answer = readQuotables(passage.text).find((quotable) => isAnswer(quotable, passage));
    if (answer) return { ...answer, passage };
  }
  return undefined;
}

function readCandidates(question: string, { passages, near, isQuotable }: Options): Candidate[] {
  return near.passages.slice(0, maxRank + 1).flatMap(({ id, wholeSimilarity: similarity }, rank) => {
    const passage = passages.get(id);
    if (!passage || !isQuotable(passage.path)) return [];
    const { title, heading } = passage;
    const shareOf = (parts: Partial<CandidatePassage>) =>
      passages.coverage(question, { ...passage, title: '', heading: '', text: '', ...parts });
    const named = shareOf({ title, heading });
    // A row may be about more than the question.
    const isAskedFor = (label: string) =>
      passages.coverage(label, { ...passage, title: '', heading: '', text: question }) >= 0.5;
    return readQuotables(passage.text)
      .filter(({ asked }) => asked === undefined)
      .flatMap((quotable, at) => {
        const { text, label } = quotable;
        const own = shareOf({ text: label ?? text });
        if (label !== undefined && !isAskedFor(label)) return [];
        const isFirst = at === 0 && label === undefined;
        const whole = shareOf({ title, heading, text });
        return { ...quotable, passage, rank, similarity, isFirst, own, named, whole };
      });
  });
}

function isSure(candidate: Candidate, kind: QuestionKind): boolean {
  const { rank, own, named, whole, similarity, isFirst, label } = candidate;
  if (label !== undefined && (own === 0 || kind === 'place')) return false;
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
