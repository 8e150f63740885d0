import { canAnswer, definitionOf, isQuestion, kindOfQuestion, subjectOf } from '#lib/i18n/en/questions.ts';
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

/** What speaks for a text. */
type Evidence = {
  /** The share of the question's words in the title, the heading and the text. */
  words: number;
  /** The cosine of the passage's nearest sentence and the question. */
  sentence: number;
  /** How much nearer the passage is than any other section. */
  lead: number;
  /** 1 if the passage is the best one by words. */
  byWords: number;
};

/** A logistic regression on questions to the sample site, with its weights rounded: docs/benchmarks.md. */
const weights: Evidence = { words: 3, sentence: 2, lead: 7, byWords: 1 };
/** Chosen by reading the answers to questions. */
const minEvidence = 4.4;
/** The share of the question's words in the text itself. The heading alone does not say which of its sentences answers. */
const minOwn = 0.4;
/** The share of the words before the values of a row that the question has. */
const minLabel = 0.5;
const most = 0.75;
/** A question with one word that counts may mean anything. */
const minWords = 2;
/** Passages with the words of a question, in which its definition or the same question is looked for. */
const maxFound = 8;

/**
 * Returns what answers a question: a definition, the answer to the same question, or else the best sentences of the
 * passage for which most speaks. Undefined if nothing surely answers it, or if the text is not a question.
 */
export function quoteAnswer(question: string, options: Options): Quote | undefined {
  if (!isQuestion(question)) return undefined;
  return (
    quoteDefinition(question, options) ??
    quoteSameQuestion(question, options) ??
    quoteBestPassage(question, options)
  );
}

function quoteBestPassage(question: string, { passages, near, isQuotable }: Options): Quote | undefined {
  if (meaningfulWords(question).length < minWords) return undefined;
  const found = near.passages.flatMap((each) => {
    const passage = passages.get(each.id);
    return passage ? [{ ...each, passage }] : [];
  });
  const [first] = passages.find(question, { limit: 1 });
  const [best] = found
    .flatMap(({ passage, similarity, sentenceSimilarity: sentence }) => {
      const quotable = chooseQuotable(passage, question, passages);
      if (!quotable) return [];
      const others = found.filter((other) => sectionOf(other.passage) !== sectionOf(passage));
      const lead = similarity - Math.max(0, ...others.map((other) => other.similarity));
      const byWords = passage.id === first?.id ? 1 : 0;
      const evidence = sum({ words: quotable.words, sentence, lead, byWords });
      return [{ ...quotable, passage, evidence }];
    })
    .toSorted((a, b) => b.evidence - a.evidence);
  if (!best || best.evidence < minEvidence || best.own < minOwn) return undefined;
  if (!isQuotable(best.passage.path)) return undefined;
  const { text, parts, passage } = best;
  return { text, ...(parts && { parts }), passage };
}

function sum({ words, sentence, lead, byWords }: Evidence): number {
  return (
    weights.words * words + weights.sentence * sentence + weights.lead * lead + weights.byWords * byWords
  );
}

function sectionOf({ path, anchor }: CandidatePassage): string {
  return `${path}#${anchor ?? ''}`;
}

/** `own` is the share of the question's words in the text alone. */
type Candidate = Quotable & Pick<Evidence, 'words'> & { own: number };

/**
 * The sentence that can answer the question and has, with its neighbours, most of its words; or the only such row of a
 * table. The text is with the neighbours.
 */
function chooseQuotable(
  passage: CandidatePassage,
  question: string,
  passages: Options['passages'],
): Candidate | undefined {
  const kind = kindOfQuestion(question);
  const shareOf = (words: string, text: string) =>
    passages.coverage(words, { ...passage, title: '', heading: '', text });
  const [best, next] = readQuotables(passage.text)
    .filter(({ asked, text }) => asked === undefined && (!kind || canAnswer(text, kind)))
    // One step answers how to begin, and hardly anything else.
    .filter(({ isStep }) => isStep !== true || kind === 'steps')
    // A row may be about more than the question.
    .filter(({ label }) => label === undefined || shareOf(label, question) >= minLabel)
    .map((quotable) => {
      const text = quotable.paragraph ?? quotable.text;
      const words = passages.coverage(question, { ...passage, text });
      return { ...quotable, text, words, own: shareOf(question, quotable.text) };
    })
    .toSorted((a, b) => b.words - a.words || b.own - a.own);
  // If several rows of a table fit, one of them is not the whole answer.
  const isPart =
    best?.label !== undefined &&
    next?.label !== undefined &&
    next.words === best.words &&
    next.own === best.own;
  return best && !isPart ? { ...best, own: shareOf(question, best.text) } : undefined;
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
