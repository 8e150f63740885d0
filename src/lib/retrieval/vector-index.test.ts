import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startGeminiEmbeddings, type EmbeddingsStandIn } from '#test/stand-ins/gemini-embeddings.ts';
import { createGoogleEmbedder } from './google-embedder.ts';
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

const quick = { batch: 300 };

function open(
  of = passages,
  { model = 'gemini-embedding-001', maxBatchSize = 2, times = {} } = {},
): VectorIndex {
  const embedder = {
    ...createGoogleEmbedder({ model, apiKey: 'secret', baseURL: gemini.url }),
    maxBatchSize,
  };
  const index = createVectorIndex({
    passages: of,
    embedder,
    store: openEmbeddingStore({ file: join(folder, 'embeddings.sqlite'), model: embedder.key }),
    log: (message) => log.push(message),
    times: {
      question: 5000,
      batch: 5000,
      minBackoff: 20,
      maxBackoff: 40,
      cooldown: 60,
      progress: 0,
      ...times,
    },
  });
  started.push(index);
  index.start();
  return index;
}

const isReady = (index: VectorIndex) => expect.poll(() => index.isComplete()).toBe(true);
const sentTexts = () =>
  gemini.asked.flatMap(({ requests }) => requests.map(({ content }) => content.parts[0]?.text ?? ''));

test('ranks passages by meaning once all of them are embedded', async () => {
  const index = open();

  await isReady(index);
  const ranked = await index.nearest('which books does the library lend?', 2);

  expect(ranked?.passages).toHaveLength(2);
  expect(ranked?.passages[0]).toMatchObject({ id: 11 });
  expect(log).toEqual([
    'embedded 2 of 3 new passages',
    'embedded 3 of 3 new passages',
    'search by meaning is ready',
  ]);
});

test('sends the task as a parameter to first-generation models and as a prefix to later ones', async () => {
  const first = open();
  await isReady(first);
  await first.nearest('books?', 1);
  const second = open(passages, { model: 'gemini-embedding-2' });
  await isReady(second);
  await second.nearest('books?', 1);

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

test('after a restart, sends only new or changed passages to the model', async () => {
  await isReady(open());
  const before = gemini.asked.length;

  const changed = open([...passages.slice(0, 2), passage('Fees are paid by transfer', 12)]);
  await isReady(changed);

  expect(sentTexts().slice(-1)).toEqual(['Page 12\nFees are paid by transfer']);
  expect(gemini.asked).toHaveLength(before + 1);
});

test('after a stop, resumes with the passages that are not yet embedded', async () => {
  gemini.setMode('silent', 2);
  const cut = open(passages, { maxBatchSize: 1 });
  await expect.poll(() => gemini.asked).toHaveLength(3);
  await cut.stop();
  gemini.setMode('works');

  await isReady(open(passages, { maxBatchSize: 1 }));

  expect(log.slice(0, 2)).toEqual(['embedded 1 of 3 new passages', 'embedded 2 of 3 new passages']);
  expect(log.slice(-2)).toEqual(['embedded 1 of 1 new passages', 'search by meaning is ready']);
});

test.each(['error', 'busy', 'broken', 'silent', 'short'] as const)(
  'returns null while the service is %s, and recovers when it works',
  async (mode) => {
    gemini.setMode(mode);
    const index = open(passages, { times: mode === 'silent' ? quick : {} });
    await expect.poll(() => log.some((line) => line.includes('retrying'))).toBe(true);
    const during = await index.nearest('books', 3);
    gemini.setMode('works');

    await isReady(index);

    expect(during).toBeNull();
    expect((await index.nearest('books', 3))?.passages).toHaveLength(3);
    expect(log.join(' ')).not.toMatch(/inside|quota|secret/);
  },
);

test('a question without an answer in time returns null', async () => {
  const index = open(passages, { times: { question: 100 } });
  await isReady(index);
  gemini.setMode('silent');

  expect(await index.nearest('books', 3)).toBeNull();
});

test('a failed question returns null, starts a cooldown, and recovers after it', async () => {
  const index = open();
  await isReady(index);
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  gemini.setMode('error');

  const first = await index.nearest('books', 3);
  const asked = gemini.asked.length;
  gemini.setMode('works');
  vi.advanceTimersByTime(59);
  const second = await index.nearest('books', 3);
  const askedAgain = gemini.asked.length;
  vi.advanceTimersByTime(1);

  expect([first, second]).toEqual([null, null]);
  expect(askedAgain).toBe(asked);
  expect((await index.nearest('books', 3))?.passages).toHaveLength(3);
});

test('recreates a corrupt file of vectors', async () => {
  writeFileSync(join(folder, 'embeddings.sqlite'), 'this is no database'.repeat(100));

  const index = open();

  await isReady(index);
});
