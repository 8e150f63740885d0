import type { DatabaseSync } from 'node:sqlite';

/** Directions that `writePassages` of lib/publishing measured; the bytes keep no length. */
export type StoredMeaning = {
  /** What a word means, and how much it tells on this site: nothing when no passage has it. */
  wordOf: (word: string) => { vector: Int8Array; weight: number | null } | undefined;
  passages: readonly { id: number; text: Int8Array; head: Int8Array }[];
  /** What is to be taken off a text's direction: this, and then its part along `common`. */
  mean: Float32Array;
  common: Float32Array;
};

/** @returns null when the build had no vectors */
export function openMeaning(database: DatabaseSync): StoredMeaning | null {
  const isThere = database.prepare("select 1 from sqlite_master where name = 'vector_space'").get();
  const space = isThere && database.prepare('select mean, common from vector_space').get();
  if (!space) return null;
  const one = database.prepare('select weight, vector from word_vectors where word = ?');
  const rows = database.prepare('select id, text, head from passage_vectors order by id').all();
  return {
    wordOf(word) {
      const row = one.get(word);
      const weight = row?.['weight'];
      return row && { vector: toNumbers(row['vector']), weight: typeof weight === 'number' ? weight : null };
    },
    passages: rows.map(({ id, text, head }) => ({
      id: Number(id),
      text: toNumbers(text),
      head: toNumbers(head),
    })),
    mean: new Float32Array(toNumbers(space['mean']).slice().buffer),
    common: new Float32Array(toNumbers(space['common']).slice().buffer),
  };
}

function toNumbers(blob: unknown): Int8Array {
  if (!(blob instanceof Uint8Array)) throw new Error('a vector is no vector');
  return new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength);
}
