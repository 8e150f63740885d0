import type { StoredMeaning } from '#lib/search/stored-meaning.ts';
import type { Language } from './concepts.ts';
import type { Standalone } from './follow-up.ts';
import { framingWords } from './question-words.ts';

/** What being the same in meaning would add to a passage's score for a word of the question; chosen on the tuned half. */
const textShare = 0.5;
const headShare = 0.4;

/**
 * How near each passage is to a question in meaning, by the means of their words' vectors: about 0 when they have
 * nothing to do with one another, .9 at most.
 */
export function createNearness(meaning: StoredMeaning | null, { split, isStopWord }: Language) {
  if (!meaning) return undefined;
  const { wordOf, mean, common } = meaning;
  const passages = meaning.passages.map(({ id, text, head }) => ({
    id,
    text,
    head,
    textPart: textShare / lengthOf(text),
    headPart: headShare / lengthOf(head),
  }));
  const unknown = Math.log(1 + (passages.length + 0.5) / 0.5);

  function directionOf(parts: Standalone['parts']): Float32Array | undefined {
    const sum = new Float32Array(mean.length);
    for (const { text, share } of parts) {
      for (const word of split(text)) {
        const known = isStopWord(word) || framingWords.has(word) ? undefined : wordOf(word);
        if (!known) continue;
        const weight = (share * (known.weight ?? unknown)) / lengthOf(known.vector);
        known.vector.forEach((number, at) => (sum[at] = (sum[at] ?? 0) + weight * number));
      }
    }
    return sum.some((number) => number !== 0) ? unit(sum) : undefined;
  }

  return function nearTo(parts: Standalone['parts']): Map<number, number> {
    const head = directionOf(parts);
    if (!head) return new Map();
    const off = head.map((number, at) => number - (mean[at] ?? 0));
    const shared = off.reduce((sum, number, at) => sum + number * (common[at] ?? 0), 0);
    const text = unit(off.map((number, at) => number - shared * (common[at] ?? 0)));
    return new Map(
      passages.map((passage) => [
        passage.id,
        passage.textPart * along(text, passage.text) + passage.headPart * along(head, passage.head),
      ]),
    );
  };
}

/** The ids of the nearest, nearest first. */
export function nearest(nearness: ReadonlyMap<number, number>, most: number): number[] {
  return [...nearness]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([id]) => id);
}

function unit(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  return vector.map((number) => number / length);
}

/** 1 for a vector of no length, so that one can divide by it. */
function lengthOf(vector: Float32Array | Int8Array): number {
  let sum = 0;
  for (const number of vector) sum += number * number;
  return Math.sqrt(sum) || 1;
}

/** Of these two kinds alone, so that the compiler makes fast code of it. */
function along(direction: Float32Array, bytes: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < direction.length; at++) sum += (direction[at] ?? 0) * (bytes[at] ?? 0);
  return sum;
}
