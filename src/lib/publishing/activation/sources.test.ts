import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { listDocumentAddresses } from '#lib/content/checking/list-routes.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { createFolderReader, createSourceStore, listPublicFiles } from './sources.ts';

let folder: string;
let content: string;

beforeEach(() => {
  folder = makeFolder();
  content = join(folder, 'content');
  mkdirSync(join(content, 'news'), { recursive: true });
  writeFileSync(join(content, 'news/first.mdx'), 'First');
  writeFileSync(join(content, 'news/weir.png'), Buffer.from([1, 2, 3]));
  writeFileSync(join(content, 'news/.hidden.mdx'), 'Hidden');
});

test('the folder reader reads texts, hashes other files, and reuses the objects of unchanged files', async () => {
  const read = createFolderReader(content);
  const { sources: first } = await read();
  expect([...first.keys()]).toEqual(['news/first.mdx', 'news/weir.png']);
  expect(first.get('news/first.mdx')?.text).toBe('First');
  expect(first.get('news/weir.png')?.text).toBeUndefined();

  writeFileSync(join(content, 'news/weir.png'), Buffer.from([1, 2, 4]));
  const { sources: second } = await read();

  expect(second.get('news/first.mdx')).toBe(first.get('news/first.mdx'));
  expect(second.get('news/weir.png')?.hash).not.toBe(first.get('news/weir.png')?.hash);
});

test('the folder reader throws if the folder is missing or has no content files, so that no empty site is published', async () => {
  rmSync(join(content, 'news/first.mdx'));
  await expect(createFolderReader(content)()).rejects.toThrow(/has no content files$/);
  mkdirSync(join(content, 'content/news'), { recursive: true });
  writeFileSync(join(content, 'content/news/second.mdx'), 'In a folder that is no collection');
  await expect(createFolderReader(content)()).rejects.toThrow(/has no content files$/);
  rmSync(content, { recursive: true });
  await expect(createFolderReader(content)()).rejects.toThrow(/cannot be read$/);
});

test('facts beside the content are read in the same state, if a link above both changes meanwhile', async () => {
  for (const state of ['one', 'two']) {
    mkdirSync(join(folder, state, 'content/news'), { recursive: true });
    writeFileSync(join(folder, state, 'content/news/first.mdx'), state);
    writeFileSync(join(folder, state, 'institute.yaml'), `name: ${state}`);
  }
  const link = join(folder, 'current');
  symlinkSync('one', link);
  const institute = { factsFile: join(link, 'institute.yaml'), publicFolder: join(link, 'public') };
  const read = createFolderReader(join(link, 'content'), institute);
  expect((await read()).sources.get('institute.yaml')?.text).toBe('name: one');

  rmSync(link);
  symlinkSync('two', link);
  const { sources, placeOf } = await read();

  expect([...sources.values()].map(({ text }) => text)).toEqual(['two', 'name: two']);
  expect(placeOf('institute.yaml')).toBe(join(folder, 'two/institute.yaml'));
});

test('a symbolic link is resolved once in each reading', async () => {
  const link = join(folder, 'current');
  symlinkSync('content', link);
  const read = createFolderReader(link);

  const first = await read();
  cpSync(content, join(folder, 'next'), { recursive: true });
  writeFileSync(join(folder, 'next/news/first.mdx'), 'Second');
  rmSync(link);
  symlinkSync('next', link);
  const second = await read();

  const places = [first, second].map(({ placeOf }) => relative(folder, placeOf('news/first.mdx')));
  expect(places).toEqual(['content/news/first.mdx', 'next/news/first.mdx']);
  expect(second.sources.get('news/first.mdx')?.text).toBe('Second');
  expect(second.sources.get('news/weir.png')).toBe(first.sources.get('news/weir.png'));
});

test('the institute’s files are read from its own folder, not from the content folder', async () => {
  mkdirSync(join(content, 'public'));
  writeFileSync(join(content, 'public/private.pdf'), 'Not for the public');
  writeFileSync(join(content, 'institute.yaml'), 'name: Another');
  mkdirSync(join(folder, 'files/papers'), { recursive: true });
  // Two files with the same bytes are stored once.
  for (const name of ['a.pdf', 'b.pdf']) writeFileSync(join(folder, 'files', name), 'Same');
  // Binary data in a file with the name of a text file.
  writeFileSync(join(folder, 'files/papers/scan.md'), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(folder, 'facts.yaml'), 'name: Ours');
  const store = createSourceStore(join(folder, 'sources'));

  const places = { factsFile: join(folder, 'facts.yaml'), publicFolder: join(folder, 'files') };
  const { sources, placeOf } = await createFolderReader(content, places)();
  const snapshot = await store.saveSnapshot(sources, placeOf);
  const read = await store.readSnapshot(snapshot);

  expect([...read.keys()]).toEqual([
    'news/first.mdx',
    'news/weir.png',
    'institute.yaml',
    'public/a.pdf',
    'public/b.pdf',
    'public/papers/scan.md',
  ]);
  expect(read.get('institute.yaml')?.text).toBe('name: Ours');
  expect([...(await store.hashesOf(snapshot)).keys()]).toEqual([
    'news/first.mdx',
    'news/weir.png',
    'institute.yaml',
  ]);
  const scan = listPublicFiles(read).at(-1);
  expect(scan?.address).toBe('/papers/scan.md');
  expect([...(await store.read(scan?.file.hash ?? ''))]).toEqual([0xff, 0xfe, 0x00]);
});

test('documents of the content have the address of their path, except hidden ones and those outside collections', async () => {
  mkdirSync(join(content, 'news/.trash'));
  for (const name of ['news/Leaflet.PDF', 'news/plan.xlsx', 'news/.trash/old.pdf', 'notes.pdf'])
    writeFileSync(join(content, name), 'Data');

  const { sources } = await createFolderReader(content)();
  const served = listPublicFiles(sources).map(({ address }) => address);
  const checked = await listDocumentAddresses(content);

  expect(served).toEqual(['/news/Leaflet.PDF', '/news/plan.xlsx']);
  expect(checked.sort()).toEqual(served);
});

test('a snapshot can be read after its folder was deleted', async () => {
  const store = createSourceStore(join(folder, 'sources'));
  const { sources, placeOf } = await createFolderReader(content)();
  const snapshot = await store.saveSnapshot(sources, placeOf);
  rmSync(content, { recursive: true });

  const restored = await store.readSnapshot(snapshot);

  expect([...restored.values()]).toEqual([...sources.values()]);
  expect(await store.read(restored.get('news/weir.png')?.hash ?? '')).toEqual(Buffer.from([1, 2, 3]));
  expect((await store.filesOf(snapshot)).sort()).toEqual(
    [snapshot, ...[...sources.values()].map(({ hash }) => hash)].sort(),
  );
});
