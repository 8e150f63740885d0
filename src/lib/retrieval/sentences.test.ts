import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EmbeddedText, Embedder } from './embedder.ts';
import { openEmbeddingStore, type EmbeddingStore } from './embedding-store.ts';
import { refineBySentences } from './sentences.ts';
import { createVectorIndex } from './vector-index.ts';

let folder: string;
let asked: EmbeddedText[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sentences-'));
  asked = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

const words = ['boots', 'spade', 'library', 'fee'];
/** The vector of a text counts its words. Each number is greater than zero, so that each vector has a direction. */
const vectorOf = (text: string) =>
  Float32Array.from(words, (word) => 0.01 + text.toLowerCase().split(word).length - 1);
const embedder: Embedder = {
  key: 'counts',
  maxBatchSize: 10,
  minSimilarity: 0.1,
  embedsSentences: true,
  embedPassages: async (texts) => (asked.push(...texts), texts.map(({ text }) => vectorOf(text))),
  embedQuestion: async (question) => vectorOf(question),
};

const passages = [
  'Boots and a spade. The library lends a spade for a fee.',
  'The library is large.\nBoots, boots, boots.\nA fee is due.',
].map((text, id) => ({ id, path: `/p${id}`, title: 'Kit', heading: 'What to bring', text }));

const openStore = () => openEmbeddingStore({ file: join(folder, 'vectors.sqlite'), model: 'counts' });

async function open(options: Partial<Parameters<typeof createVectorIndex>[0]> = {}) {
  const index = createVectorIndex({
    passages,
    readPassage: (id) => passages[id],
    embedder,
    store: openStore(),
    log: () => undefined,
    ...options,
  });
  index.start();
  await index.sentencesCompleted();
  return index;
}

async function rank(question: string, options?: Parameters<typeof open>[0]) {
  const index = await open(options);
  const near = await index.nearest(question, 2);
  await index.stop();
  return near;
}

test('a passage with a sentence near the question is nearer than by its whole text', async () => {
  const whole = await rank('library fee spade', { readPassage: undefined });
  const refined = await rank('library fee spade');

  const [before, after] = [whole, refined].map(
    (near) => near?.passages.find(({ id }) => id === 0)?.similarity,
  );
  expect(after).toBeGreaterThan(before ?? 1);
  expect(refined?.similarity).toBe(whole?.similarity);
});

test('takes the vectors of sentences from the cache', async () => {
  await rank('boots');
  const first = asked.length;

  await rank('boots');

  expect(first).toBe(passages.length + 5);
  expect(asked).toHaveLength(first);
});

test('keeps the vectors of sentences when other passages are added, and drops them with their passage', async () => {
  await rank('boots');
  asked = [];
  const added = [passages[0], { ...passages[0], id: 1, text: 'A new spade. A new fee.' }] as typeof passages;

  await rank('boots', { passages: added, readPassage: (id) => added[id] });
  const texts = asked.map(({ text }) => text);
  asked = [];
  await rank('boots');

  expect(texts).toEqual(['A new spade. A new fee.', 'A new spade.', 'A new fee.']);
  expect(asked).toHaveLength(4);
});

test('embeds no sentences with an embedder that costs money', async () => {
  await rank('boots', { embedder: { ...embedder, embedsSentences: false } });

  expect(asked).toHaveLength(passages.length);
});

test('tries again after embedding a sentence failed', async () => {
  let failures = 1;
  const failing: Embedder = {
    ...embedder,
    embedPassages: async (texts, signal) => {
      if (texts[0]?.text === 'Boots and a spade.' && failures-- > 0) throw new Error('busy');
      return embedder.embedPassages(texts, signal);
    },
  };

  await rank('boots', { embedder: failing, times: { minBackoff: 1 } });

  expect(asked.map(({ text }) => text)).toContain('Boots and a spade.');
});

test('compares whole passages if the vectors of sentences cannot be read', async () => {
  const log: string[] = [];
  const store = openStore();
  const failing: EmbeddingStore = {
    ...store,
    read: (hashes) => {
      if (hashes.some((hash) => hash.includes('.'))) throw new Error('disk');
      return store.read(hashes);
    },
  };

  const near = await rank('library fee spade', { store: failing, log: (message) => log.push(message) });

  expect(near).toEqual(await rank('library fee spade', { readPassage: undefined }));
  expect(log.join('\n')).toContain('comparing whole passages only: Error');
});

test('reads the sentences of at most 50 passages, also if more are equally near', () => {
  const rows = Array.from({ length: 80 }, (_, at) => ({ hash: `${at}`, similarity: 0.5 }));
  const read: string[] = [];

  refineBySentences(rows, Float32Array.of(1, 0), {
    read(hashes) {
      read.push(...hashes);
      return new Map();
    },
  });

  expect(read).toHaveLength(50);
});
