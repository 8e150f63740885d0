import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startGeminiEmbeddings, type EmbeddingsStandIn } from '#test/stand-ins/gemini-embeddings.ts';
import { createGoogleEmbedder } from './embeddings.ts';
import { openEmbeddingStore } from './embedding-store.ts';
import { createVectorIndex, type VectorIndex } from './vector-index.ts';

let gemini: EmbeddingsStandIn;
let folder: string;
let started: VectorIndex[];
let log: string[];

beforeEach(async () => {
  gemini = await startGeminiEmbeddings();
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  started = [];
  log = [];
});

afterEach(async () => {
  await Promise.all(started.map((index) => index.stop()));
  await gemini.stop();
  rmSync(folder, { recursive: true });
});

const texts = [
  'Borrow a spade from the equipment store',
  'The library lends books for a fortnight',
  'Fees are paid by card',
];
const passage = (text: string, id: number) => ({
  id,
  path: `/p${id}`,
  anchor: null,
  type: 'page' as const,
  title: `Page ${id}`,
  heading: '',
  text,
  score: 0,
});
const passages = texts.map((text, at) => passage(text, at + 10));

const quick = { question: 100, batch: 300 };

function open(
  of = passages,
  { model = 'gemini-embedding-001', mostTexts = 2, times = {} } = {},
): VectorIndex {
  const embedder = { ...createGoogleEmbedder({ model, apiKey: 'secret', baseURL: gemini.url }), mostTexts };
  const index = createVectorIndex({
    passages: of,
    embedder,
    store: openEmbeddingStore(folder, embedder.key),
    log: (message) => log.push(message),
    times: { question: 5000, batch: 5000, firstPause: 20, longestPause: 40, rest: 60, ...times },
  });
  started.push(index);
  index.start();
  return index;
}

const isReady = (index: VectorIndex) =>
  vi.waitFor(
    () => {
      expect(index.isComplete()).toBe(true);
    },
    { timeout: 4000 },
  );
const sentTexts = () =>
  gemini.asked.flatMap(({ requests }) => requests.map(({ content }) => content.parts[0]?.text ?? ''));

test('ranks the passages that say the same first, once all have their vectors', async () => {
  const index = open();

  await isReady(index);
  const ranked = await index.rank('which books does the library lend?', 2);

  expect(ranked).toHaveLength(2);
  expect(ranked?.[0]).toBe(11);
  expect(log).toEqual(['2 of 3 passages have new vectors', '3 of 3 passages have new vectors']);
});

test('tells the first generation its task beside the text and the second within it', async () => {
  const first = open();
  await isReady(first);
  await first.rank('books?', 1);
  const second = open(passages, { model: 'gemini-embedding-2' });
  await isReady(second);
  await second.rank('books?', 1);

  const [batch, single, question, secondBatch] = gemini.asked;
  expect(batch).toMatchObject({ method: 'batchEmbedContents', model: 'gemini-embedding-001', key: 'secret' });
  expect(batch?.requests[0]).toMatchObject({ taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 768 });
  expect(single?.method).toBe('embedContent');
  expect(question?.requests[0]).toMatchObject({ taskType: 'RETRIEVAL_QUERY' });
  expect(secondBatch?.requests[0]).not.toHaveProperty('taskType');
  expect(secondBatch?.requests[0]?.content.parts[0]?.text).toMatch(/^title: Page 10 \| text: Borrow/);
  expect(gemini.asked.at(-1)?.requests[0]?.content.parts[0]?.text).toBe(
    'task: search result | query: books?',
  );
});

test('sends only what is new or changed after a restart', async () => {
  await isReady(open());
  const before = gemini.asked.length;

  const changed = open([...passages.slice(0, 2), passage('Fees are paid by transfer', 12)]);
  await isReady(changed);

  expect(sentTexts().slice(-1)).toEqual(['Page 12\nFees are paid by transfer']);
  expect(gemini.asked).toHaveLength(before + 1);
});

test('goes on where it was cut off', async () => {
  gemini.setMode('silent', 2);
  const cut = open(passages, { mostTexts: 1 });
  await vi.waitFor(() => {
    expect(gemini.asked).toHaveLength(3);
  });
  await cut.stop();
  gemini.setMode('works');

  await isReady(open(passages, { mostTexts: 1 }));

  expect(log.slice(0, 2)).toEqual(['1 of 3 passages have new vectors', '2 of 3 passages have new vectors']);
  expect(log.slice(-1)).toEqual(['1 of 1 passages have new vectors']);
});

test.each(['error', 'busy', 'broken', 'silent', 'short'] as const)(
  'has no ranking while the service is %s, and mends itself when it works',
  async (mode) => {
    gemini.setMode(mode);
    const index = open(passages, { times: mode === 'silent' ? quick : {} });
    await vi.waitFor(() => {
      expect(log.some((line) => line.includes('trying again'))).toBe(true);
    });
    const during = await index.rank('books', 3);
    gemini.setMode('works');

    await isReady(index);

    expect(during).toBeNull();
    expect(await index.rank('books', 3)).toHaveLength(3);
    expect(log.join(' ')).not.toMatch(/inside|quota|secret/);
  },
);

test('leaves a question without a vector soon, asks no more for a while, then asks again', async () => {
  const index = open(passages, { times: { question: 100 } });
  await isReady(index);
  gemini.setMode('silent');

  const first = await index.rank('books', 3);
  const asked = gemini.asked.length;
  const second = await index.rank('books', 3);
  const askedAgain = gemini.asked.length;
  gemini.setMode('works');

  expect([first, second]).toEqual([null, null]);
  expect(askedAgain).toBe(asked);
  await vi.waitFor(async () => {
    expect(await index.rank('books', 3)).toHaveLength(3);
  });
});

test('makes the file of vectors anew when it is none', async () => {
  writeFileSync(join(folder, 'embeddings.sqlite'), 'this is no database'.repeat(100));

  const index = open();

  await isReady(index);
});
