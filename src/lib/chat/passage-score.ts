import type { CandidatePassage } from '#lib/search/passages.ts';
import type { Concept, Form, Language } from './concepts.ts';

/** A passage's words as stems, read once. */
export type PassageWords = {
  /** Stems of the title and headings, then of the text. */
  stems: readonly string[];
  /** Where the text begins in `stems`. */
  textAt: number;
  /** How often each stem is there, in title and headings counted more. */
  counts: ReadonlyMap<string, number>;
};

export type Candidate = { passage: CandidatePassage; words: PassageWords };

export type Ranking = {
  /** Best first. */
  passages: CandidatePassage[];
  /**
   * How well the best of them speak of what is asked: about 1 where they say all of it, less than 0 where most
   * of it is nowhere on the site.
   */
  relevance: number;
};

/** How strongly a passage speaks of a concept. */
type Match = {
  /** Strength of the best form that it has. */
  strength: number;
  /** The same in its title and headings. */
  inHeading: number;
  /** Grows with how often it is said, up to a bound. */
  amount: number;
};

const titleWeight = 3;
const headingWeight = 2;
const saturation = 0.9;
const lengthShare = 0.5;
const usualLength = 80;
/** What the best match elsewhere on the page adds to a passage. */
const pageShare = 0.35;
/** What each further form of a concept adds to the one said most. */
const variety = 0.4;
/** How many of the best passages' headings say whether there is an answer. */
const looked = 6;
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
 * Ranks passages by how much they, and the rest of their page, say of a question's concepts (after BM25F), and by
 * how near they are to it in meaning. The relevance is that of the words alone.
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
    .slice(0, looked)
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
  const norm = saturation * (1 - lengthShare + (lengthShare * words.stems.length) / usualLength);
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
