import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createFolderReader, type ReadFolder } from '#lib/publishing/activation/sources.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { createFolderWatch } from './folder-watch.ts';

let folder = '';
let watch: ReturnType<typeof createFolderWatch>;

beforeEach(async () => {
  folder = makeFolder();
  write('pages/about.mdx', 'About.');
  write('pages/fees.mdx', 'Fees.');
  watch = createFolderWatch(createFolderReader(folder), { now: () => 0, interval: 0 });
  await readTwice();
  watch.take();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const readTwice = async () => [await watch.hasNews(), await watch.hasNews()];

/** Replaces a file, as editors do that save by rename. */
function replace(path: string, text: string): void {
  write('.saved', text);
  renameSync(join(folder, '.saved'), join(folder, path));
}

test.each<[string, () => void]>([
  ['a saved file', () => write('pages/about.mdx', 'About us.')],
  ['a replaced file', () => replace('pages/about.mdx', 'About us.')],
  ['a deleted file', () => rmSync(join(folder, 'pages/fees.mdx'))],
  ['a renamed file', () => renameSync(join(folder, 'pages/fees.mdx'), join(folder, 'pages/costs.mdx'))],
  ['a new folder', () => write('handbook/study/index.mdx', 'Study.')],
  ['a photo', () => write('pages/weir.jpg', 'JPEG')],
  ['a missing folder', () => rmSync(folder, { recursive: true })],
])('reports %s once it stays the same', async (_, change) => {
  change();
  const news = await readTwice();
  watch.take();
  const later = await readTwice();

  expect(news).toEqual([false, true]);
  expect(later).toEqual([false, false]);
});

test('reports nothing for a file that is saved without a change, or changed back', async () => {
  write('pages/about.mdx', 'About.');
  const same = await readTwice();
  write('pages/about.mdx', 'About us.');
  const changing = await watch.hasNews();
  write('pages/about.mdx', 'About.');

  expect([...same, changing, ...(await readTwice())]).toEqual([false, false, false, false, false]);
});

test('waits for the last of many saves', async () => {
  const seen = [];
  for (let number = 0; number < 5; number += 1) {
    write(`pages/page-${number}.mdx`, 'Text.');
    seen.push(await watch.hasNews());
  }

  expect(seen).not.toContain(true);
  expect(await watch.hasNews()).toBe(true);
});

test('reports a change again until it is taken', async () => {
  write('pages/about.mdx', 'About us.');

  expect([...(await readTwice()), await watch.hasNews()]).toEqual([false, true, true]);
});

test('reads a folder that takes long to read less often', async () => {
  let time = 0;
  let reads = 0;
  const slow = createFolderWatch(
    async (): Promise<ReadFolder> => {
      reads += 1;
      time += 100;
      return { sources: new Map(), placeOf: (path) => path };
    },
    { now: () => time, interval: 150 },
  );
  await slow.hasNews();
  await slow.hasNews();

  time += 999;
  await slow.hasNews();
  const before = reads;
  time += 1;
  await slow.hasNews();

  expect([before, reads]).toEqual([2, 3]);
});
