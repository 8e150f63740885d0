import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBuild } from '#test/http/delivery-build.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { followManifest } from './follow-manifest.ts';

const times = { interval: 5, minRetry: 20, maxRetry: 40 };
let folder: string;
let manifest: Manifest;
let taken: string[];
let errors: string[];
let follower: ReturnType<typeof followManifest> | undefined;

beforeEach(() => {
  folder = makeFolder();
  manifest = writeBuild(folder, { siteUrl: 'http://localhost:4321', pages: [] });
  [taken, errors] = [[], []];
});

afterEach(async () => {
  await follower?.stop();
});

function follow(take: (published: Manifest) => Promise<void> = async () => undefined): void {
  follower = followManifest({
    distDir: folder,
    async take(published) {
      await take(published);
      taken.push(published.publishedAt);
    },
    onError: (error) => errors.push(String(error)),
    times,
  });
}

function write(text: string): void {
  writeFileSync(join(folder, 'new'), text);
  renameSync(join(folder, 'new'), join(folder, 'manifest.json'));
}

const publish = (publishedAt: string) => write(JSON.stringify({ ...manifest, publishedAt }));
const rounds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * times.interval));

test('takes over each manifest once, in order', async () => {
  follow();

  for (const publishedAt of ['1', '2', '3']) {
    publish(publishedAt);
    await expect.poll(() => taken.at(-1)).toBe(publishedAt);
  }
  await rounds(10);

  expect(taken.slice(-3)).toEqual(['1', '2', '3']);
  expect(new Set(taken).size).toBe(taken.length);
});

test('takes over the last of several manifests that were written while one was being taken over', async () => {
  let end: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => (end = resolve));
  const started: string[] = [];
  publish('1');
  follow(async ({ publishedAt }) => {
    started.push(publishedAt);
    if (publishedAt === '1') await waiting;
  });
  await expect.poll(() => started).toEqual(['1']);

  publish('2');
  publish('3');
  end?.();

  await expect.poll(() => taken).toEqual(['1', '3']);
});

test.each([
  ['half a manifest', '{"version":2,"pages":['],
  ['a manifest with an invalid page', JSON.stringify({ version: 2, pages: [{}] })],
  ['an empty file', ''],
])('reports %s once, and takes over the next manifest', async (_what, text) => {
  publish('1');
  follow();
  await expect.poll(() => taken).toEqual(['1']);

  write(text);
  await expect.poll(() => errors).toHaveLength(1);
  await rounds(20);
  publish('2');

  await expect.poll(() => taken).toEqual(['1', '2']);
  expect(errors).toHaveLength(1);
});

test('reports a missing manifest once, and takes over the next one', async () => {
  rmSync(join(folder, 'manifest.json'));
  follow();
  await expect.poll(() => errors).toHaveLength(1);
  await rounds(20);

  publish('1');

  await expect.poll(() => taken).toEqual(['1']);
  expect(errors).toHaveLength(1);
});

test('retries a manifest that could not be taken over, and reports it once', async () => {
  let attempts = 0;
  publish('1');

  follow(async () => {
    attempts++;
    if (attempts < 4) throw new Error('a file is missing');
  });

  await expect.poll(() => taken).toEqual(['1']);
  expect(attempts).toBe(4);
  expect(errors).toEqual(['Error: a file is missing']);
});

test('is not current from a manifest that cannot be taken over until the next one', async () => {
  publish('1');
  follow();
  await expect.poll(() => taken).toEqual(['1']);
  const before = follower?.isCurrent();

  write('half a manifest');
  await expect.poll(() => errors).toHaveLength(1);
  const between = follower?.isCurrent();
  publish('2');
  await expect.poll(() => taken).toEqual(['1', '2']);

  expect([before, between, follower?.isCurrent()]).toEqual([true, false, true]);
});

test('is current again when the manifest that was taken over can be read again', async () => {
  const file = join(folder, 'manifest.json');
  publish('1');
  follow();
  await expect.poll(() => taken).toEqual(['1']);

  renameSync(file, join(folder, 'away'));
  await expect.poll(() => errors).toHaveLength(1);
  const between = follower?.isCurrent();
  renameSync(join(folder, 'away'), file);

  expect(between).toBe(false);
  await expect.poll(() => follower?.isCurrent()).toBe(true);
  expect(taken).toEqual(['1']);
});

test('takes over no manifest after stop', async () => {
  publish('1');
  follow();
  await expect.poll(() => taken).toEqual(['1']);

  await follower?.stop();
  publish('2');
  await rounds(10);

  expect(taken).toEqual(['1']);
});

test('does not report a manifest that can be taken over at the second attempt', async () => {
  let attempts = 0;
  publish('1');

  follow(async () => {
    attempts++;
    if (attempts === 1) throw new Error('a file is not visible yet');
  });

  await expect.poll(() => taken).toEqual(['1']);
  expect(errors).toEqual([]);
});
