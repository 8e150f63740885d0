import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createGoogleEmbedder, toUnitVector, type Embedder } from '#lib/retrieval/embeddings.ts';
import { openEmbeddingStore } from '#lib/retrieval/embedding-store.ts';
import type { RetrieverOptions } from '#lib/chat/retrieval.ts';
import { createVectorIndex } from '#lib/retrieval/vector-index.ts';
import { buildCorpusSite } from '#test/corpus-site.ts';
import { startGeminiEmbeddings } from '#test/stand-ins/gemini-embeddings.ts';
import { askAll, measure, openRetrieval, type Outcome } from './retrieval-measures.ts';
import { questionKinds, readQuestions } from './retrieval-questions.ts';

/**
 * How often the chat gets a right section, on the sample site and on the handbook that CORPUS_DIR names, by words
 * alone and with vectors. The vectors are those of EMBEDDING_MODEL where it and GOOGLE_GENERATIVE_AI_API_KEY are
 * set, those of a module given as argument (`export async function embed(texts)` gives arrays of numbers), or
 * else the stand-in's, which know letters and no meaning.
 * Usage: node bench/retrieval.ts [module that embeds]
 */
type Row = Record<string, string>;
type Vectors = { name: string; embedder: Embedder; stop: () => Promise<void> };

const warmRounds = 3;
const folder = mkdtempSync(join(tmpdir(), 'lectern-vectors-'));
const vectors = await openVectors();
const figures: Row[] = [];
const kinds: Row[] = [];
const speed: Row[] = [];

try {
  await bench('site', 'dist');
  const corpus = process.env['CORPUS_DIR'];
  const built = '.cache/corpus/dist';
  if (corpus) await bench('handbook', existsSync(built) ? built : await buildCorpusSite(corpus));
  else console.log('retrieval: set CORPUS_DIR to the folder that has tts-handbook to measure it too');
} finally {
  await vectors.stop();
  rmSync(folder, { recursive: true });
}
console.log(`\nfused: words and the vectors of ${vectors.name}`);
console.table(figures);
console.log('\nQuestions with a right section among the passages, of all');
console.table(kinds);
console.log('\nOne question at a time; first: nothing remembered yet. The vector calls are part of it.');
console.table(speed);

async function bench(name: 'site' | 'handbook', dist: string): Promise<void> {
  const questions = readQuestions(name);
  const options = openRetrieval(join(dist, 'passages.sqlite'));
  const report = async (ranking: string, of: RetrieverOptions) => {
    const first = await askAll(questions, of);
    for (const half of ['tune', 'held-out'] as const) {
      const ofHalf = first.filter((outcome) => outcome.half === half);
      figures.push({ pages: name, ranking, half, ...toFigures(ofHalf) });
      kinds.push({ pages: name, ranking, half, ...countKinds(ofHalf) });
    }
    const later: Outcome[] = [];
    for (let round = 0; round < warmRounds; round++) later.push(...(await askAll(questions, of)));
    speed.push({ pages: name, ranking, passages: String(of.passages.count), ...toTimes(first, later) });
  };
  await report('words', options);
  const index = createVectorIndex({
    passages: options.passages.all(),
    embedder: vectors.embedder,
    store: openEmbeddingStore(join(folder, name), vectors.embedder.key),
    log: () => undefined,
  });
  index.start();
  while (!index.isComplete()) await wait(100);
  await report('fused', { ...options, meaning: index });
  await index.stop();
  options.passages.close();
}

async function openVectors(): Promise<Vectors> {
  const { EMBEDDING_MODEL: model, GOOGLE_GENERATIVE_AI_API_KEY: apiKey } = process.env;
  const [file] = process.argv.slice(2);
  if (file) return { name: file, embedder: await openModule(file), stop: async () => undefined };
  if (model && apiKey) {
    return { name: model, embedder: createGoogleEmbedder({ model, apiKey }), stop: async () => undefined };
  }
  const standIn = await startGeminiEmbeddings();
  const embedder = createGoogleEmbedder({ model: 'stand-in', apiKey: 'none', baseURL: standIn.url });
  return { name: 'the stand-in (letters, no meaning)', embedder, stop: () => standIn.stop() };
}

async function openModule(file: string): Promise<Embedder> {
  const { embed } = (await import(pathToFileURL(resolve(file)).href)) as {
    embed: (texts: readonly string[]) => Promise<number[][]>;
  };
  return {
    key: file,
    maxBatchSize: 32,
    embedPassages: async (passages) =>
      (await embed(passages.map(({ title, text }) => `${title}. ${text}`))).map(toUnitVector),
    embedQuestion: async (question) => toUnitVector((await embed([question]))[0] ?? []),
  };
}

function toFigures(outcomes: readonly Outcome[]): Row {
  const { recall, ndcg, wronglyRefused, rightlyRefused } = measure(outcomes);
  return {
    'recall@6': recall.toFixed(3),
    'nDCG@10': ndcg.toFixed(3),
    'wrongly refused': wronglyRefused.toFixed(3),
    'unanswerable refused': rightlyRefused.toFixed(3),
  };
}

function countKinds(outcomes: readonly Outcome[]): Row {
  const answerable = questionKinds.filter((kind) => kind !== 'unanswerable');
  return Object.fromEntries(
    answerable.map((kind) => {
      const ofKind = outcomes.filter((outcome) => outcome.kind === kind);
      return [kind, `${ofKind.filter(({ place }) => place > 0).length} of ${ofKind.length}`];
    }),
  );
}

function toTimes(first: readonly Outcome[], later: readonly Outcome[]): Row {
  const at = (outcomes: readonly Outcome[], share: number) => {
    const sorted = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  };
  return {
    'first p50 ms': at(first, 0.5),
    'first p99 ms': at(first, 0.99),
    'p50 ms': at(later, 0.5),
    'p99 ms': at(later, 0.99),
  };
}
