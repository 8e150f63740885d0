import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git, makeContentRepository } from '#test/content-repository.ts';
import { by, firstFiles, openTestRepository, soil } from '#test/editing-repository.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { createGit } from './git.ts';
import { openContentRepository } from './open-repository.ts';

test('lists and reads the files of the head and of earlier commits', async () => {
  const { pushed, repository } = await openTestRepository();
  const before = await repository.head();
  pushed.push({ [soil]: 'Soil science\n' });
  await repository.fetch();

  const files = await repository.list();
  const [now, then, missing] = await Promise.all([
    repository.read(soil),
    repository.read(soil, before),
    repository.read('courses/none.mdx'),
  ]);

  expect(files.map(({ path, size }) => [path, size])).toEqual([
    ['README.md', 8],
    [soil, 13],
    ['news/open-day.mdx', 9],
  ]);
  expect(now?.content.toString()).toBe('Soil science\n');
  expect(then?.content.toString()).toBe('Soil\n');
  expect(missing).toBeUndefined();
  expect((await repository.readBlob(then!.blob)).toString()).toBe('Soil\n');
});

test('reads the head after git has packed the refs of the clone', async () => {
  const { pushed, repository } = await openTestRepository();
  const head = await repository.head();

  git(join(pushed.folder, 'clone.git'), 'pack-refs', '--all');

  expect(await repository.head()).toBe(head);
});

test('reads and writes only the given folder of the repository', async () => {
  const { pushed, repository } = await openTestRepository(
    { 'src/content/courses/soil.mdx': 'Soil\n', 'package.json': '{}\n' },
    'src/content',
  );
  const { blob } = (await repository.read(soil))!;

  await repository.commit([{ path: soil, basedOn: blob, content: 'Clay\n' }], by);

  expect((await repository.list()).map(({ path }) => path)).toEqual([soil]);
  expect(git(pushed.origin, 'ls-tree', '-r', '--name-only', 'main')).toBe(
    'package.json\nsrc/content/courses/soil.mdx',
  );
  expect((await repository.history(soil)).map(({ message, path }) => [message, path])).toEqual([
    ['Change a fee', soil],
    ['Change files', soil],
  ]);
});

test('reads the history in pages, across renames, with the path at each commit', async () => {
  const { pushed, repository } = await openTestRepository();
  const text = Array.from({ length: 30 }, (_, line) => `Line ${line}\n`).join('');
  pushed.push({ 'courses/old.mdx': text }, 'Add');
  pushed.push({ 'courses/old.mdx': `${text}more\n`, [soil]: 'x\n' }, 'Extend\n\nWith a body\nof two lines');
  pushed.push({ 'courses/old.mdx': null, 'courses/new.mdx': `${text}more\n` }, 'Rename');
  pushed.push({ 'courses/new.mdx': `${text}most\n` }, 'Edit');
  await repository.fetch();

  const all = await repository.history('courses/new.mdx');
  const page = await repository.history('courses/new.mdx', { limit: 2, skip: 1 });
  const removed = await repository.history('courses/old.mdx');

  expect(all.map(({ message, path }) => [message, path])).toEqual([
    ['Edit', 'courses/new.mdx'],
    ['Rename', 'courses/new.mdx'],
    ['Extend\n\nWith a body\nof two lines', 'courses/old.mdx'],
    ['Add', 'courses/old.mdx'],
  ]);
  expect(all[0]).toMatchObject({ author: { name: 'Dev Eloper', email: 'dev@example.org' } });
  expect(all[0]?.at).toBe(Number(git(pushed.origin, 'log', '-1', '--format=%at', 'main')) * 1000);
  expect(page).toEqual(all.slice(1, 3));
  expect(removed[0]?.message).toBe('Rename');
});

const hooks = ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction', 'pre-push'];

test('does not run hooks of the origin or of the clone', async () => {
  const { pushed, repository } = await openTestRepository();
  const trace = join(pushed.folder, 'hook-ran');
  for (const folder of [pushed.origin, join(pushed.folder, 'clone.git')]) {
    git(folder, 'config', 'core.hooksPath', join(folder, 'own-hooks'));
    for (const name of hooks) {
      execHook(join(folder, 'own-hooks'), name, trace);
      execHook(join(folder, 'hooks'), name, trace);
    }
  }

  await repository.commit([{ path: 'courses/a.mdx', basedOn: null, content: 'x' }], by);
  await repository.fetch();

  expect(pushed.log()).toHaveLength(2);
  expect(existsSync(trace)).toBe(false);
});

function execHook(folder: string, name: string, trace: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\ntouch ${trace}\nexit 1\n`, { mode: 0o755 });
}

test('removes the lock of a killed process after a minute', async () => {
  const { pushed, repository } = await openTestRepository();
  for (const folder of [pushed.origin, join(pushed.folder, 'clone.git')]) {
    const lock = join(folder, 'refs/heads/main.lock');
    writeFileSync(lock, '');
    utimesSync(lock, Date.now() / 1000 - 100, Date.now() / 1000 - 100);
  }

  await repository.commit([{ path: 'courses/a.mdx', basedOn: null, content: 'x' }], by);

  expect(pushed.log()).toHaveLength(2);
});

test('removes the temporary objects of a failed fetch after twenty minutes', async () => {
  const { pushed, open } = await openTestRepository();
  const objects = join(pushed.folder, 'clone.git/objects');
  const [old, recent] = [join(objects, 'ab/tmp_obj_1'), join(objects, 'pack/tmp_pack_2')];
  mkdirSync(join(objects, 'ab'), { recursive: true });
  for (const [file, age] of [
    [old, 1_300],
    [recent, 100],
  ] as const) {
    writeFileSync(file, 'x');
    utimesSync(file, Date.now() / 1000 - age, Date.now() / 1000 - age);
  }

  await open();

  expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
});

test('reports an unreachable origin and a missing branch in one sentence', async () => {
  const { pushed, open } = await openTestRepository();
  const empty = makeContentRepository();
  onTestFinished(() => empty.remove());
  const repository = await openContentRepository({
    folder: join(empty.folder, 'clone.git'),
    origin: empty.origin,
    branch: 'main',
    root: '',
    environment: process.env,
  });

  const known = await open();
  await known.head();
  rmSync(pushed.origin, { recursive: true });

  await expect(repository.head()).rejects.toThrow(
    /the repository has no branch main: push the content to it$/,
  );
  empty.push({ 'pages/mill.mdx': 'Mill\n' });
  git(empty.origin, 'branch', '--move', 'main', 'master');
  await expect(repository.fetch()).rejects.toThrow(/push the content to it, or set CONTENT_BRANCH=master$/);
  await expect(known.fetch()).rejects.toThrow(/the repository cannot be reached \(git ls-remote: /);
  await expect(known.fetch()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503 });
  await expect(known.head()).resolves.toHaveLength(40);
});

test('says what to do about a repository that belongs to another user', async () => {
  const { pushed } = await openTestRepository();
  const git = createGit(pushed.origin, process.env, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' });

  await expect(git.run(['ls-remote', pushed.origin])).rejects.toThrow(
    'git ls-remote: the folder belongs to another user, so git does not use it: give it to the user that runs the site, with `chown -R`',
  );
});

test('ignores symbolic links and submodules', async () => {
  const { pushed, repository } = await openTestRepository();
  pushed.push({
    'courses/link.mdx': { linkTo: '/etc/passwd' },
    'courses/sub': { submodule: '1'.repeat(40) },
  });
  await repository.fetch();

  expect((await repository.list()).map(({ path }) => path)).toEqual(Object.keys(firstFiles).toSorted());
});

test.each(['', 'site'])(
  'the desk has the collections and the facts of a whole institute in the folder "%s"',
  async (root) => {
    const under = root === '' ? '' : `${root}/`;
    const files = {
      'institute.yaml': 'name: Lark\n',
      'content/news/flood.mdx': 'Flood\n',
      'content/institute.yaml': 'name: Another\n',
      'public/icon.svg': '<svg/>',
    };
    const inRepository = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [under + path, content]),
    );
    const { pushed, repository } = await openTestRepository(
      { ...inRepository, 'README.md': 'Read me\n' },
      root,
    );

    const listed = await repository.list();
    const exported = [...(await repository.listTree(await repository.head())).keys()];
    const facts = await repository.read('institute.yaml');
    await repository.commit(
      [
        { path: 'news/drought.mdx', basedOn: null, content: 'Drought\n' },
        { path: 'institute.yaml', basedOn: facts!.blob, content: 'name: Larkmoor\n' },
      ],
      by,
    );
    pushed.propose('name', { [`${under}institute.yaml`]: 'name: Theirs\n' });
    await repository.fetch();

    expect(listed.map(({ path }) => path).toSorted()).toEqual(['institute.yaml', 'news/flood.mdx']);
    expect(facts?.content.toString()).toBe('name: Lark\n');
    expect(await repository.readShownBlob(facts!.blob)).toEqual(facts?.content);
    expect((await repository.history('institute.yaml')).map(({ path }) => path)).toEqual([
      'institute.yaml',
      'institute.yaml',
    ]);
    expect((await repository.proposal('name'))?.files).toMatchObject([
      { path: 'institute.yaml', refusal: 'outside the collections' },
    ]);
    expect(exported).toEqual(expect.arrayContaining(Object.keys(files)));
    expect(pushed.log()).toHaveLength(2);
    expect(git(pushed.origin, 'show', `main:${under}institute.yaml`)).toBe('name: Larkmoor');
    expect(git(pushed.origin, 'ls-tree', '-r', '--name-only', 'main')).toContain(
      `${under}content/news/drought.mdx`,
    );
  },
);

test('a repository of the collections alone has no facts of the institute', async () => {
  const { repository } = await openTestRepository({ ...firstFiles, 'institute.yaml': 'name: Lark\n' });
  const change = { path: 'institute.yaml', basedOn: null, content: 'name: Larkmoor\n' };

  expect(repository.isWhole).toBe(false);
  expect(await repository.read('institute.yaml')).toBeUndefined();
  await expect(repository.commit([change], by)).rejects.toThrow('institute.yaml is not in a collection');
});

test('asks to install git if it is missing', async () => {
  const folder = makeFolder();
  const options = { folder: join(folder, 'clone.git'), origin: folder, branch: 'main', root: '' };

  const opened = openContentRepository({ ...options, environment: { PATH: folder } });

  await expect(opened).rejects.toThrow('git is not installed here: install it');
});
