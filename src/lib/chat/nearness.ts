import type { StoredMeaning } from '#lib/search/stored-meaning.ts';
import type { Language } from './concepts.ts';
import type { StandaloneQuestion } from './follow-up.ts';
import { framingWords } from './function-words.ts';

/** Weights of a passage's text and headings, chosen on the tuning half of the questions. */
const textShare = 0.5;
const headShare = 0.4;

/**
 * Scores how similar each passage is to a question in meaning, from the mean of their words' vectors: about 0 when
 * unrelated, at most 0.9.
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

  function directionOf(parts: StandaloneQuestion['parts']): Float32Array | undefined {
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

  return function nearTo(parts: StandaloneQuestion['parts']): Map<number, number> {
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

/** Returns the ids of the nearest passages, nearest first. */
export function nearest(nearness: ReadonlyMap<number, number>, limit: number): number[] {
  return [...nearness]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([id]) => id);
}

function unit(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  return vector.map((number) => number / length);
}

/** Returns 1 for a zero vector, so that callers can divide by it. */
function lengthOf(vector: Float32Array | Int8Array): number {
  let sum = 0;
  for (const number of vector) sum += number * number;
  return Math.sqrt(sum) || 1;
}

/** Dot product. Monomorphic argument types keep it fast. */
function along(direction: Float32Array, bytes: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < direction.length; at++) sum += (direction[at] ?? 0) * (bytes[at] ?? 0);
  return sum;
}
