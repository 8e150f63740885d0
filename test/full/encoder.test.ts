import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { openEncoder } from '#lib/retrieval/encoder/encoder.ts';
import { openEmbeddingStore } from '#lib/retrieval/embedding-store.ts';
import { createVectorIndex } from '#lib/retrieval/vector-index.ts';
import { openPassages } from '#lib/search/open-passages.ts';
import { findSearchFiles } from '#test/search-files.ts';
import { serveProcess } from '#test/served-site.ts';
import { ask, readChunks, serveChat } from '../http/chat-site.ts';
import { askAll, createChatRanker } from '../../bench/retrieval-measures.ts';
import { readQuestions } from '../../bench/retrieval-questions.ts';

const minutes = 60_000;
const execute = promisify(execFile);

test(
  'retrieval by meaning finds the measured shares of the tuning questions',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'encoder-'));
    const passages = openPassages(findSearchFiles().passagesFile);
    const embedder = await openEncoder('dist/encoder');
    const store = openEmbeddingStore({ file: join(folder, 'vectors.sqlite'), model: embedder.key });
    const index = createVectorIndex({ passages: passages.all(), embedder, store, log: () => undefined });
    index.start();
    await vi.waitFor(() => expect(index.isComplete()).toBe(true), { timeout: 4 * minutes });

    const questions = readQuestions('site').filter(({ half }) => half === 'tune');
    const outcomes = await askAll(questions, createChatRanker(passages, { meaning: index }));
    await index.stop();
    passages.close();
    rmSync(folder, { recursive: true });

    const share = (kinds: readonly string[], is: (one: (typeof outcomes)[number]) => boolean) => {
      const some = outcomes.filter(({ kind }) => kinds.includes(kind));
      return some.filter(is).length / some.length;
    };
    const answerable = ['plain', 'paraphrase', 'follow-up'];
    expect(share(answerable, ({ place }) => place > 0)).toBeGreaterThanOrEqual(0.8);
    expect(share(['paraphrase'], ({ place }) => place > 0)).toBeGreaterThanOrEqual(0.6);
    expect(share(answerable, ({ isRefused }) => isRefused)).toBeLessThanOrEqual(0.03);
    expect(share(['foreign'], ({ isRefused }) => isRefused)).toBeGreaterThanOrEqual(0.6);
  },
  5 * minutes,
);

test(
  'a server embeds its passages after the start, then finds a page by a paraphrase, and says if no page is about a query',
  async () => {
    const site = await serveChat({ ENCODER: 'on' });
    try {
      await vi.waitFor(() => expect(site.output()).toContain('search by meaning is ready'), {
        timeout: 4 * minutes,
        interval: 500,
      });

      const chunks = await readChunks(await ask(site.origin, 'I am skint. Is there any financial aid?'));

      const sources = chunks.flatMap((chunk) => (chunk.type === 'source-url' ? chunk.url : []));
      expect(sources.join(' ')).toMatch(/bursar/);
      const unrelated = await (await fetch(`${site.origin}/search?q=xyzzy`)).text();
      expect(unrelated).toContain('We have no page about this.');
      expect(unrelated).toContain('Ask a person');
      expect(unrelated).not.toContain('Try fewer or other words');
    } finally {
      await site.remove();
    }
  },
  5 * minutes,
);

// Starts a process, because the ONNX runtime sends data once in a process, and not if a variable says that it runs in CI.
test('the encoder stores nothing in the home folder: its runtime sends no usage data', async () => {
  const home = mkdtempSync(join(tmpdir(), 'encoder-home-'));
  const env = { PATH: process.env['PATH'], HOME: home };

  await execute(process.execPath, [resolve('test/open-encoder-process.ts'), resolve('dist/encoder')], {
    cwd: home,
    env,
  });

  expect(readdirSync(home, { recursive: true })).toEqual([]);
  rmSync(home, { recursive: true });
});

test('on a platform that the encoder’s runtime does not support, the server logs it once and searches by words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'encoder-'));
  const otherPlatform = "Object.defineProperty(process, 'arch', { value: 'none' })";
  const site = await serveProcess('dist', {
    ENCODER: 'on',
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(otherPlatform)}`,
  });

  await vi.waitFor(() => expect(site.troubles()).not.toEqual([]), { timeout: 50_000 });
  const answers = await Promise.all(
    ['peat', 'how do I apply'].map((query) =>
      fetch(`${site.origin}/api/search?q=${encodeURIComponent(query)}`),
    ),
  );
  const warnings = site.troubles();
  const exitCode = await site.stop();
  rmSync(folder, { recursive: true });

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({ name: 'retrieval', level: 'warn' });
  expect(JSON.stringify(warnings[0])).toMatch(/semantic search is unavailable: .*onnxruntime_binding/);
  expect(exitCode).toBe(0);
}, 60_000);
