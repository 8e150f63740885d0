import type { CandidatePassage } from '#lib/search/passages.ts';

const mostPassages = 6;
/** Of about four characters each. */
const mostTokens = 2000;
const charactersAToken = 4;
/** Less than this of a passage is of no use. */
const fewestCharacters = 200;
const shingle = 4;
const sameShare = 0.6;

/** The best passages within the bounds, each once; `candidates` come best first. */
export function choosePassages(candidates: readonly CandidatePassage[]): CandidatePassage[] {
  const chosen: CandidatePassage[] = [];
  const seen: Set<string>[] = [];
  let left = mostTokens * charactersAToken;
  for (const candidate of candidates) {
    if (chosen.length === mostPassages || left < fewestCharacters) break;
    const shingles = shinglesOf(candidate.text);
    if (seen.some((other) => jaccard(shingles, other) >= sameShare)) continue;
    const text = cutAtSentence(candidate.text, left);
    chosen.push({ ...candidate, text });
    seen.push(shingles);
    left -= text.length + candidate.title.length + candidate.heading.length;
  }
  return chosen;
}

/** As much of the text as fits, up to the end of a sentence or line; of a longer sentence its whole words. */
function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most);
  const ends = [...head.matchAll(/[.!?](?=\s)|\n/g)];
  const end = ends.at(-1);
  return end ? head.slice(0, end.index + 1).trimEnd() : `${head.slice(0, head.lastIndexOf(' ')).trimEnd()} …`;
}

/** Runs of words; the words of a short text together are one. */
function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = Math.max(0, words.length - shingle);
  return new Set(Array.from({ length: last + 1 }, (_, at) => words.slice(at, at + shingle).join(' ')));
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const run of one) if (other.has(run)) shared++;
  return shared / (one.size + other.size - shared);
}
