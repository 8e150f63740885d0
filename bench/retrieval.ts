import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommonWords } from '#app/common-words.ts';
import { institute } from '#lib/content/current-institute.ts';
import { openEncoder } from '#lib/retrieval/encoder/encoder.ts';
import type { Embedder } from '#lib/retrieval/embedder.ts';
import { createGoogleEmbedder } from '#lib/retrieval/google-embedder.ts';
import { createVectorIndex } from '#lib/retrieval/vector-index.ts';
import { openPassages, type PassageStore } from '#lib/search/open-passages.ts';
import { buildCorpusSite } from '#test/corpus-site.ts';
import { findSearchFiles } from '#test/search-files.ts';
import { startGeminiEmbeddings } from '#test/stand-ins/gemini-embeddings.ts';
import { prepareEncoder } from '../scripts/encoder/prepare-encoder.ts';
import { openPageIndex } from '#lib/search/open-page-index.ts';
import { createPageFinder } from '#lib/search/page-finder.ts';
import { measureCodes } from './retrieval-codes.ts';
import { measureLoad } from './retrieval-load.ts';
import {
  askAll,
  createChatRanker,
  createWordRanker,
  measure,
  measureConversations,
  type Ranker,
} from './retrieval-measures.ts';
import { readQuestions } from './retrieval-questions.ts';
import { openBenchVectors } from './bench-vectors.ts';
import { sized, sizedList } from './sized.ts';
import { median } from './statistics.ts';

/**
 * Measures how often retrieval finds the correct section, on the sample site and on the handbook in CORPUS_DIR.
 * Compares SQLite's BM25, the chat's ranking by words alone, the ranking of the build, and embeddings over Gemini's
 * API. The embeddings come from EMBEDDING_MODEL if it and GOOGLE_GENERATIVE_AI_API_KEY are set, else from the stand-in,
 * which compares only letters. Usage: node bench/retrieval.ts [tune]
 */
const halves = process.argv[2] === 'tune' ? (['tune'] as const) : (['tune', 'held-out'] as const);
const folder = mkdtempSync(join(tmpdir(), 'lectern-vectors-'));
const encoderDir = join(folder, 'encoder');
const rows: Record<string, string>[] = [];
const conversations: Record<string, string>[] = [];
const load: Record<string, string>[] = [];
const codes: Record<string, string>[] = [];
const standIn = await startGeminiEmbeddings();

try {
  prepareEncoder(encoderDir);
  await bench('site', 'dist');
  const corpus = process.env['CORPUS_DIR'];
  const built = '.cache/corpus/dist';
  if (corpus) await bench('handbook', existsSync(built) ? built : await buildCorpusSite(corpus));
  else console.log('retrieval: set CORPUS_DIR to the folder that has tts-handbook to measure it too');
  const encoder = await openEncoder(encoderDir);
  for (const pages of sized([250, 1000, 10_000], [10])) load.push(await measureLoad(encoder, pages));
  await encoder.close?.();
} finally {
  await standIn.stop();
  rmSync(folder, { recursive: true });
}
console.log('\nShares with 95 % intervals; ms: median of new questions, one at a time');
console.table(rows);
console.log('\nConversations about the site: shares with the right section among six');
console.table(conversations);
console.log('\nQuestions that name a course of the site by its code');
console.table(codes);
console.log('\nThe nearest passages to 20 questions a second, on sites with 10 passages a page');
console.table(load);

async function bench(name: 'site' | 'handbook', dist: string): Promise<void> {
  const passages = openPassages(findSearchFiles(dist).passagesFile);
  await report(name, 'FTS5 + Porter', createWordRanker(passages));
  await report(name, 'words alone', createChatRanker(passages));
  await reportMeaning(name, 'as built', { passages, dist, embedder: await openEncoder(encoderDir) });
  await reportMeaning(name, "Gemini's protocol", { passages, dist, embedder: openGemini() });
  passages.close();
}

async function reportMeaning(
  name: 'site' | 'handbook',
  ranking: string,
  { passages, embedder, dist }: { passages: PassageStore; embedder: Embedder; dist: string },
): Promise<void> {
  const index = createVectorIndex({
    passages: sizedList(passages.all()),
    readPassage: (id) => passages.get(id),
    embedder,
    store: openBenchVectors(dist, embedder.key),
    log: (message) => console.log(`${name}, ${ranking}: ${message}`),
  });
  index.start();
  await index.sentencesCompleted();
  const isCommonWord = await readCommonWords(institute().locale);
  const finder = createPageFinder(openPageIndex(findSearchFiles(dist).indexFile), { isCommonWord });
  const rank = createChatRanker(passages, { meaning: index, ...finder });
  await report(name, ranking, rank);
  if (name === 'site' && ranking === 'as built') {
    codes.push(
      await measureCodes('codes as typed', finder.index, createChatRanker(passages, { meaning: index })),
    );
    codes.push(await measureCodes(ranking, finder.index, rank));
  }
  await index.stop();
}

async function report(name: 'site' | 'handbook', ranking: string, rank: Ranker): Promise<void> {
  const outcomes = await askAll(readQuestions(name), rank);
  const ms = median(outcomes.map((outcome) => outcome.ms)).toFixed(1);
  for (const half of halves) {
    rows.push({ pages: name, ranking, half, ...measure(outcomes.filter((one) => one.half === half)), ms });
  }
  if (name === 'site') {
    await reportConversations(ranking, rank);
    await reportConversations(`${ranking}, last question only`, (turns) => rank(turns.slice(-1)));
  }
}

async function reportConversations(ranking: string, rank: Ranker): Promise<void> {
  const sets = ['conversations', 'conversations-seen', 'conversations-unseen'] as const;
  const outcomes = await askAll(sets.flatMap(readQuestions), rank);
  for (const half of halves.length > 1 ? ([...halves, 'unseen'] as const) : halves) {
    conversations.push({
      ranking,
      half,
      ...measureConversations(outcomes.filter((one) => one.half === half)),
    });
  }
}

function openGemini(): Embedder {
  const { EMBEDDING_MODEL: model, GOOGLE_GENERATIVE_AI_API_KEY: apiKey } = process.env;
  if (model && apiKey) return createGoogleEmbedder({ model, apiKey });
  return createGoogleEmbedder({ model: 'stand-in', apiKey: 'none', baseURL: standIn.url });
}
