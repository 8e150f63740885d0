import type { CandidatePassage } from '#lib/search/passages.ts';

const maxPassages = 6;
const charactersPerToken = 4;
const maxCharacters = 2000 * charactersPerToken;
/** A shorter rest of a passage is not worth including. */
const minCharacters = 200;
const shingleLength = 4;
const duplicateSimilarity = 0.6;

/** Chooses the first passages that fit the limits, without near duplicates. `candidates` come best first. */
export function choosePassages(candidates: readonly CandidatePassage[]): CandidatePassage[] {
  const chosen: CandidatePassage[] = [];
  const chosenShingles: Set<string>[] = [];
  let left = maxCharacters;
  for (const candidate of candidates) {
    if (chosen.length === maxPassages || left < minCharacters) break;
    const shingles = shinglesOf(candidate.text);
    if (chosenShingles.some((other) => jaccard(shingles, other) >= duplicateSimilarity)) continue;
    const text = truncate(candidate.text, left);
    chosen.push({ ...candidate, text });
    chosenShingles.push(shingles);
    left -= text.length + candidate.title.length + candidate.heading.length;
  }
  return chosen;
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
