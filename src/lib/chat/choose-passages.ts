import type { CandidatePassage } from '#lib/search/open-passages.ts';

const maxByMeaning = 5;
const maxSections = 6;
/** Additional passages from the page of the best passage. */
const maxOfBestPage = 4;
const charactersPerToken = 4;
const maxCharacters = 2500 * charactersPerToken;
/** Stop when fewer characters than this remain of `maxCharacters`. */
const minCharacters = 200;
const shingleLength = 4;
const duplicateSimilarity = 0.6;

/**
 * Chooses five sections by meaning, the best one by words (which finds rare names and codes), then more passages of the
 * best page. Skips near duplicates. Both rankings are sorted best first.
 */
export function choosePassages(
  byMeaning: readonly CandidatePassage[],
  byWords: readonly CandidatePassage[],
): CandidatePassage[] {
  const chosen: CandidatePassage[] = [];
  const ids = new Set<number>();
  const sections = new Set<string>();
  const chosenShingles: Set<string>[] = [];
  let remaining = maxCharacters;

  function choose(
    candidates: readonly CandidatePassage[],
    max: number,
    isWanted: (one: CandidatePassage) => boolean,
  ) {
    for (const candidate of candidates) {
      if (chosen.length >= max || remaining < minCharacters) break;
      const shingles = shinglesOf(candidate.text);
      const isDuplicate = () =>
        chosenShingles.some((other) => jaccard(shingles, other) >= duplicateSimilarity);
      if (ids.has(candidate.id) || !isWanted(candidate) || isDuplicate()) continue;
      const text = truncate(candidate.text, remaining);
      chosen.push({ ...candidate, text });
      ids.add(candidate.id);
      sections.add(sectionOf(candidate));
      chosenShingles.push(shingles);
      remaining -= text.length + candidate.title.length + candidate.heading.length;
    }
  }
  const isNewSection = (candidate: CandidatePassage) => !sections.has(sectionOf(candidate));

  choose(byMeaning, maxByMeaning, isNewSection);
  if (byMeaning.length > 0) choose(byWords.slice(0, 1), maxSections, isNewSection);
  choose([...byMeaning, ...byWords], maxSections, isNewSection);
  const bestPath = chosen[0]?.path;
  choose([...byMeaning, ...byWords], chosen.length + maxOfBestPage, ({ path }) => path === bestPath);
  return chosen;
}

function sectionOf({ path, anchor }: CandidatePassage): string {
  return `${path}#${anchor ?? ''}`;
}

/** Truncates at the end of a sentence or line, or of a word if the first sentence is too long. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, maxLength);
  const end = [...head.matchAll(/[.!?](?=\s)|\n/g)].at(-1);
  return end ? head.slice(0, end.index + 1).trimEnd() : `${head.slice(0, head.lastIndexOf(' ')).trimEnd()} …`;
}

/** Sequences of four words; a shorter text is one shingle. */
function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = Math.max(0, words.length - shingleLength);
  return new Set(Array.from({ length: last + 1 }, (_, at) => words.slice(at, at + shingleLength).join(' ')));
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((shingle) => other.has(shingle)).length;
  return shared / (one.size + other.size - shared);
}
