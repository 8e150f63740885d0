import type { CandidatePassage } from '#lib/search/passages.ts';
import type { Concept, Form, Language } from './concepts.ts';

/** The stemmed words of a passage. */
export type PassageWords = {
  /** The title's and headings' stems, then the text's. */
  stems: readonly string[];
  /** Index in `stems` of the text's first stem. */
  textAt: number;
  /** Weighted count of each stem; title and headings weigh more. */
  counts: ReadonlyMap<string, number>;
};

export type Candidate = { passage: CandidatePassage; words: PassageWords };

export type Ranking = {
  /** Best first. */
  passages: CandidatePassage[];
  /** About 1 when the best passages cover the whole question, below 0 when most of it occurs nowhere on the site. */
  relevance: number;
};

/** How well a passage matches a concept. */
type Match = {
  /** Strength of the strongest form in the passage. */
  strength: number;
  /** The same for its title and headings. */
  inHeading: number;
  /** Grows with the number of occurrences, up to a limit. */
  amount: number;
};

const titleWeight = 3;
const headingWeight = 2;
const saturation = 0.9;
const lengthShare = 0.5;
const typicalLength = 80;
/** Weight of the best match elsewhere on the page. */
const pageShare = 0.35;
/** Weight of a concept's further forms, next to the most frequent one. */
const variety = 0.4;
/** The number of best passages whose headings count for the relevance. */
const checkedHeadings = 6;
const fullScore = 3;
const headingShare = 0.4;

const noMatch: Match = { strength: 0, inHeading: 0, amount: 0 };

export function readPassage(
  { title, heading, text }: CandidatePassage,
  { split, stem }: Language,
): PassageWords {
  const counts = new Map<string, number>();
  const read = (part: string, weight: number) =>
    split(part).map((word) => {
      const stemmed = stem(word);
      counts.set(stemmed, (counts.get(stemmed) ?? 0) + weight);
      return stemmed;
    });
  const head = [...read(title, titleWeight), ...read(heading, headingWeight)];
  return { stems: [...head, ...read(text, 1)], textAt: head.length, counts };
}

/**
 * Ranks passages by how well they and the rest of their page match a question's concepts (after BM25F), and by
 * similarity in meaning. The relevance depends on the words alone.
 */
export function rankPassages(
  candidates: readonly Candidate[],
  concepts: readonly Concept[],
  nearness?: ReadonlyMap<number, number>,
): Ranking {
  const matched = candidates.map(({ passage, words }) => ({
    passage,
    matches: concepts.map((concept) => match(concept, words)),
  }));
  const onPages = new Map<string, number[]>();
  for (const { passage, matches } of matched) {
    const best = onPages.get(passage.path);
    onPages.set(
      passage.path,
      matches.map(({ strength }, index) => Math.max(strength, best?.[index] ?? 0)),
    );
  }
  const scored = matched.map(({ passage, matches }) => {
    const onPage = onPages.get(passage.path) ?? [];
    const score = sumOf(
      concepts,
      (_concept, at) => (matches[at] ?? noMatch).amount + pageShare * (onPage[at] ?? 0),
    );
    return { passage, matches, score };
  });
  scored.sort((a, b) => b.score - a.score || a.passage.id - b.passage.id);
  const relevance = relevanceOf(scored, concepts);
  if (!nearness) return { passages: scored.map(({ passage }) => passage), relevance };
  const most = sumOf(concepts, () => 1);
  const passages = scored
    .map(({ passage, score }) => ({
      passage,
      score: score + most * Math.max(0, nearness.get(passage.id) ?? 0),
    }))
    .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id)
    .map(({ passage }) => passage);
  return { passages, relevance };
}

function relevanceOf(
  scored: readonly { score: number; matches: readonly Match[] }[],
  concepts: readonly Concept[],
): number {
  const most = sumOf(concepts, () => 1);
  const hasTelling = concepts.some(({ isTelling }) => isTelling);
  const tells = ({ isTelling }: Concept) => isTelling || !hasTelling;
  const telling = sumOf(concepts, (concept) => (tells(concept) ? 1 : 0));
  if (telling === 0) return 0;
  const inHeadings = scored
    .slice(0, checkedHeadings)
    .map(({ matches }) =>
      sumOf(concepts, (concept, at) => (tells(concept) ? (matches[at] ?? noMatch).inHeading : 0)),
    );
  const strange = sumOf(concepts, (concept) => (tells(concept) && !concept.isKnown ? 1 : 0));
  const best = (scored[0]?.score ?? 0) / most;
  return best / fullScore + (headingShare * Math.max(0, ...inHeadings) - strange) / telling;
}

function sumOf(concepts: readonly Concept[], valueOf: (concept: Concept, at: number) => number): number {
  return concepts.reduce((sum, concept, at) => sum + concept.weight * valueOf(concept, at), 0);
}

function match({ forms }: Concept, words: PassageWords): Match {
  let strength = 0;
  let inHeading = 0;
  let most = 0;
  let all = 0;
  const norm = saturation * (1 - lengthShare + (lengthShare * words.stems.length) / typicalLength);
  for (const form of forms) {
    const { count, isInHeading } = find(form, words);
    if (count === 0) continue;
    const said = (form.strength * count * (1 + saturation)) / (count + norm);
    strength = Math.max(strength, form.strength);
    if (isInHeading) inHeading = Math.max(inHeading, form.strength);
    most = Math.max(most, said);
    all += said;
  }
  return { strength, inHeading, amount: most + variety * (all - most) };
}

function find({ stems }: Form, words: PassageWords): { count: number; isInHeading: boolean } {
  const [first = ''] = stems;
  const most = words.counts.get(first) ?? 0;
  if (most === 0) return { count: 0, isInHeading: false };
  let at = words.stems.indexOf(first);
  if (stems.length === 1) return { count: most, isInHeading: at < words.textAt };
  let count = 0;
  let isInHeading = false;
  for (; at !== -1; at = words.stems.indexOf(first, at + 1)) {
    if (!stems.every((stem, index) => words.stems[at + index] === stem)) continue;
    isInHeading ||= at < words.textAt;
    count += at < words.textAt ? headingWeight : 1;
  }
  return { count, isInHeading };
}
