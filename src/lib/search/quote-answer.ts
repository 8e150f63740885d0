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
  passages: Pick<PassageStore, 'get' | 'find' | 'coverage' | 'knownShare'>;
  /** The passages nearest in meaning to the question. */
  near: Near;
  /** Whether the text of a page can be read on it. */
  isQuotable: (path: string) => boolean;
};

/** What speaks for a passage. */
type Evidence = {
  /** The share of the question's words that it has. */
  coverage: number;
  /** The cosine of its nearest sentence and the question. */
  sentence: number;
  /** How much nearer it is than any other section. */
  lead: number;
  /** The share of the question's words that the site has. */
  known: number;
};

/** A logistic regression on questions about two sites, with its weights rounded: docs/benchmarks.md. */
const weights: Evidence = { coverage: 2, sentence: 2, lead: 10, known: 0.5 };
/** Chosen by reading the answers to questions. */
const minEvidence = 3.9;
/** The share of the question's words in the sentence itself; none is needed if nearly all of the passage is quoted. */
const minOwn = 0.5;
const nearlyAll = 0.8;
/** For a question that asks for a number or a name, the share in the title, the heading and the quoted text. */
const minWhole = 0.65;
/** The share of the words before the values of a row that the question has. */
const minLabel = 0.5;
const exactKinds: ReadonlySet<QuestionKind> = new Set(['amount', 'time', 'duration', 'number', 'person']);
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
  const known = passages.knownShare(question);
  const [best] = found
    .map(({ passage, similarity, sentenceSimilarity }) => {
      const others = found.filter((other) => sectionOf(other.passage) !== sectionOf(passage));
      const coverage = passages.coverage(question, passage);
      const lead = similarity - Math.max(0, ...others.map((other) => other.similarity));
      return { passage, evidence: sum({ coverage, sentence: sentenceSimilarity, lead, known }) };
    })
    .toSorted((a, b) => b.evidence - a.evidence);
  if (!best || best.evidence < minEvidence || !isQuotable(best.passage.path)) return undefined;
  return quoteFrom(best.passage, question, passages);
}

function sum({ coverage, sentence, lead, known }: Evidence): number {
  return (
    weights.coverage * coverage + weights.sentence * sentence + weights.lead * lead + weights.known * known
  );
}

function sectionOf({ path, anchor }: CandidatePassage): string {
  return `${path}#${anchor ?? ''}`;
}

/** The sentence that has most of the question's words and can answer it, with its neighbours; or the only such row. */
function quoteFrom(
  passage: CandidatePassage,
  question: string,
  passages: Options['passages'],
): Quote | undefined {
  const kind = kindOfQuestion(question);
  const shareOf = (words: string, text: string) =>
    passages.coverage(words, { ...passage, title: '', heading: '', text });
  const [best, next] = readQuotables(passage.text)
    .filter(({ asked, text }) => asked === undefined && (!kind || canAnswer(text, kind)))
    // One step answers how to begin, and hardly anything else.
    .filter(({ isStep }) => isStep !== true || kind === 'steps')
    // A row may be about more than the question.
    .filter(({ label }) => label === undefined || shareOf(label, question) >= minLabel)
    .map((quotable) => ({ ...quotable, own: shareOf(question, quotable.text) }))
    .toSorted((a, b) => b.own - a.own || Number(b.label !== undefined) - Number(a.label !== undefined));
  // If several rows of a table fit, one of them is not the whole answer.
  if (!best || (best.label !== undefined && next?.label !== undefined && next.own === best.own))
    return undefined;
  const text = best.paragraph ?? best.text;
  const whole = passages.coverage(question, { ...passage, text });
  const isSure =
    kind && exactKinds.has(kind)
      ? whole >= minWhole
      : best.own >= minOwn ||
        // What stands under a heading that fits, but not what begins a page.
        (passage.anchor !== null && text.length >= nearlyAll * passage.text.length);
  if (!isSure) return undefined;
  return { text, ...(best.parts && { parts: best.parts }), passage };
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
