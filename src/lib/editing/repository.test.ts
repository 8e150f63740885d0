import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { git, makeContentRepository, type ContentFiles } from '#test/content-repository.ts';
import { openContentRepository } from './open-repository.ts';
import { EditConflict, type ContentRepository } from './repository.ts';

const ann = { name: 'Ann Editor', email: 'ann@example.org' };
const by = { author: ann, message: 'Change a fee' };
const soil = 'courses/soil.mdx';
const first: ContentFiles = { [soil]: 'Soil\n', 'news/open-day.mdx': 'Open day\n', 'README.md': 'Read me\n' };

async function openTestRepository(files: ContentFiles = first, root = '') {
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  pushed.push(files);
  const open = async (name = 'clone.git') =>
    openContentRepository({
      folder: join(pushed.folder, name),
      origin: pushed.origin,
      branch: 'main',
      root,
      environment: process.env,
    });
  return { pushed, open, repository: await open() };
}

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

test('commits to the origin with the name and address of the author, and keeps all other files', async () => {
  const { pushed, repository } = await openTestRepository();
  const { blob } = (await repository.read(soil))!;

  const commit = await repository.commit(
    [
      { path: soil, basedOn: blob, content: 'Soil, 12 credits\n' },
      { path: 'courses/new/photo.png', basedOn: null, content: Buffer.from([0, 255, 10]) },
      {
        path: 'news/open-day.mdx',
        basedOn: (await repository.read('news/open-day.mdx'))!.blob,
        content: null,
      },
    ],
    by,
  );

  expect(pushed.log()[0]).toBe(`${commit} Ann Editor <ann@example.org> Change a fee`);
  expect(await repository.head()).toBe(commit);
  expect((await repository.list()).map(({ path }) => path)).toEqual([
    'README.md',
    'courses/new/photo.png',
    soil,
  ]);
  expect((await repository.read('courses/new/photo.png'))?.content).toEqual(Buffer.from([0, 255, 10]));
  expect(git(pushed.origin, 'fsck', '--strict')).toBe('');
});

test('works in a folder of the repository, and leaves the rest alone', async () => {
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

test('refuses a change of a file that somebody else has changed or removed, and writes nothing', async () => {
  const { pushed, repository } = await openTestRepository();
  const [mine, news] = await Promise.all([repository.read(soil), repository.read('news/open-day.mdx')]);
  const theirs = pushed.push({ [soil]: 'Theirs\n', 'news/open-day.mdx': null });

  const committed = repository.commit(
    [
      { path: soil, basedOn: mine!.blob, content: 'Mine\n' },
      { path: 'news/open-day.mdx', basedOn: news!.blob, content: 'Mine\n' },
      { path: 'courses/other.mdx', basedOn: null, content: 'Other\n' },
    ],
    by,
  );

  await expect(committed).rejects.toThrow(EditConflict);
  await expect(committed).rejects.toMatchObject({ paths: [soil, 'news/open-day.mdx'] });
  expect(pushed.log()[0]).toContain(theirs);
});

test('refuses a new file whose path exists, as a file or as a folder', async () => {
  const { repository } = await openTestRepository();
  const add = (path: string) => repository.commit([{ path, basedOn: null, content: 'x' }], by);

  await expect(add(soil)).rejects.toThrow(EditConflict);
  await expect(add(`${soil}/below.mdx`)).rejects.toThrow(EditConflict);
  await repository.commit([{ path: 'handbook/a/b.mdx', basedOn: null, content: 'x' }], by);
  await expect(add('handbook/a')).rejects.toThrow(EditConflict);
});

test('a change that is part of the head already makes no second commit', async () => {
  const { pushed, repository } = await openTestRepository();
  const { blob } = (await repository.read(soil))!;
  const change = { path: soil, basedOn: blob, content: 'Clay\n' };

  const commit = await repository.commit([change], by);
  const again = await repository.commit([change], by);

  expect(again).toBe(commit);
  expect(pushed.log()).toHaveLength(2);
});

test('applies a change again on top of what others pushed to other files', async () => {
  const { pushed, repository } = await openTestRepository();
  const { blob } = (await repository.read(soil))!;
  const theirs = pushed.push({ 'news/term.mdx': 'Term\n' });

  const commit = await repository.commit([{ path: soil, basedOn: blob, content: 'Clay\n' }], by);

  expect(
    pushed
      .log()
      .slice(0, 2)
      .map((line) => line.slice(0, 40)),
  ).toEqual([commit, theirs]);
  expect((await repository.read('news/term.mdx'))?.content.toString()).toBe('Term\n');
});

test('a head that the owner of the origin took back is not restored by a commit', async () => {
  const { pushed, repository } = await openTestRepository();
  const { blob } = (await repository.read(soil))!;
  pushed.push({ 'news/secret.mdx': 'By mistake\n' });
  await repository.fetch();
  pushed.git('push', '--quiet', '--force', 'origin', 'HEAD~1:main');

  await repository.commit([{ path: soil, basedOn: blob, content: 'Clay\n' }], by);

  expect(await repository.read('news/secret.mdx')).toBeUndefined();
  expect(pushed.log()).toHaveLength(2);
});

test('does not write outside the collections, and no hidden files', async () => {
  const { pushed, repository } = await openTestRepository();
  const paths = [
    '../outside.mdx',
    'courses/../../outside.mdx',
    '/etc/passwd',
    'courses//a.mdx',
    'courses/.git/config',
    'courses/.gitattributes',
    '.github/workflows/x.yml',
    'package.json',
    'courses/a\n.mdx',
    'courses\\a.mdx',
    'courses',
  ];

  for (const path of paths) {
    const committed = repository.commit([{ path, basedOn: null, content: 'x' }], by);
    await expect(committed).rejects.toThrow('is not in a collection');
  }
  expect(pushed.log()).toHaveLength(1);
});

test('commits for authors with any characters in name, address and message', async () => {
  const { pushed, repository } = await openTestRepository();
  const authors = [
    [
      `A"; touch x; '$(id)\`id\` <b@c>\nAuthor: d`,
      'a@b.org\n<x>',
      `A"; touch x; '$(id)\`id\` b@c Author: d <a@b.orgx>`,
    ],
    ['Zoë Müller 李', 'zoë@exämple.org', 'Zoë Müller 李 <zoë@exämple.org>'],
    [' <>. ', 'ann@example.org', 'ann <ann@example.org>'],
    ['\0\x1b[31m', '', '[31m <unknown@invalid>'],
    ['--exec=x', '-x@y.z', '--exec=x <-x@y.z>'],
  ] as const;

  for (const [name, email, expected] of authors) {
    const content = `By ${name}`;
    await repository.commit(
      [{ path: 'courses/a.mdx', basedOn: await blobOf(repository, 'courses/a.mdx'), content }],
      {
        author: { name, email },
        message: '--amend\0 $(id)\n\nTwo',
      },
    );
    expect(git(pushed.origin, 'log', '-1', '--format=%an <%ae>|%cn <%ce>|%B', 'main')).toBe(
      `${expected}|${expected}|--amend $(id)\n\nTwo\n`,
    );
  }
  expect(git(pushed.origin, 'fsck', '--strict')).toBe('');
});

async function blobOf(repository: ContentRepository, path: string): Promise<string | null> {
  return (await repository.read(path))?.blob ?? null;
}

test('history follows renames, gives the path of each time, and is read in pages', async () => {
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
  expect(Math.abs(Date.now() - all[0]!.at)).toBeLessThan(60_000);
  expect(page).toEqual(all.slice(1, 3));
  expect(removed[0]?.message).toBe('Rename');
});

test('hooks of the origin and of the clone are not run', async () => {
  const { pushed, repository } = await openTestRepository();
  const trace = join(pushed.folder, 'hook-ran');
  for (const name of [
    'pre-receive',
    'update',
    'post-receive',
    'post-update',
    'reference-transaction',
    'pre-push',
  ]) {
    for (const folder of [pushed.origin, join(pushed.folder, 'clone.git')]) {
      git(folder, 'config', 'core.hooksPath', join(folder, 'own-hooks'));
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

test('a lock that a killed process left is removed after a minute', async () => {
  const { pushed, repository } = await openTestRepository();
  for (const folder of [pushed.origin, join(pushed.folder, 'clone.git')]) {
    const lock = join(folder, 'refs/heads/main.lock');
    writeFileSync(lock, '');
    utimesSync(lock, Date.now() / 1000 - 100, Date.now() / 1000 - 100);
  }

  await repository.commit([{ path: 'courses/a.mdx', basedOn: null, content: 'x' }], by);

  expect(pushed.log()).toHaveLength(2);
});

test('says in a sentence that the origin is unreachable or has no such branch', async () => {
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
    'the repository has no branch main: push the content to it',
  );
  await expect(known.fetch()).rejects.toThrow(/the repository cannot be reached \(git ls-remote: /);
  await expect(known.head()).resolves.toHaveLength(40);
});

test('symbolic links and submodules of the branch are not part of the content', async () => {
  const { pushed, repository } = await openTestRepository();
  symlinkSync('/etc/passwd', join(pushed.checkout, 'courses/link.mdx'));
  pushed.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},courses/sub`);
  pushed.git('add', 'courses/link.mdx');
  pushed.git('commit', '--quiet', '--message', 'Links');
  pushed.git('push', '--quiet', 'origin', 'HEAD:main');
  await repository.fetch();

  expect((await repository.list()).map(({ path }) => path)).toEqual(Object.keys(first).toSorted());
});

const execute = promisify(execFile);
const writers = 3;
const commitsEach = 4;

test('several processes and a pusher lose no commit', { timeout: 120_000 }, async () => {
  const { pushed, repository } = await openTestRepository();
  const processes = Array.from({ length: writers }, (_, at) =>
    // Two of them share a clone.
    runWriter(pushed, { name: `writer-${at}`, clone: at < 2 ? 'clone.git' : 'other.git' }),
  );
  for (let at = 0; at < commitsEach; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    pushRetrying(() => pushed.push({ [`news/pushed-${at}.mdx`]: `${at}\n` }));
  }
  await Promise.all(processes);
  await repository.fetch();

  const paths = (await repository.list()).map(({ path }) => path);
  const expected = Array.from({ length: commitsEach }, (_, at) => [
    `news/pushed-${at}.mdx`,
    ...Array.from({ length: writers }, (__, writer) => `courses/writer-${writer}-${at}.mdx`),
  ]).flat();
  expect(paths).toEqual(expect.arrayContaining(expected));
  expect(pushed.log()).toHaveLength(1 + expected.length);
  expect(git(pushed.origin, 'rev-list', '--merges', 'main')).toBe('');
  expect(git(pushed.origin, 'fsck', '--strict', '--no-dangling')).toBe('');
});

function pushRetrying(push: () => unknown, attempts = 20): void {
  try {
    push();
  } catch (error) {
    if (attempts === 1) throw error;
    pushRetrying(push, attempts - 1);
  }
}

async function runWriter(
  { folder, origin }: { folder: string; origin: string },
  { name, clone }: { name: string; clone: string },
): Promise<void> {
  const options = { folder: join(folder, clone), origin, branch: 'main', root: '' };
  const code = `
    import { openContentRepository } from '#lib/editing/open-repository.ts';
    const repository = await openContentRepository({ ...${JSON.stringify(options)}, environment: process.env });
    for (let at = 0; at < ${commitsEach}; at += 1) {
      const path = \`courses/${name}-\${at}.mdx\`;
      await repository.commit([{ path, basedOn: null, content: path }], {
        author: { name: '${name}', email: '${name}@example.org' }, message: path });
    }`;
  await execute(process.execPath, ['--input-type=module-typescript', '--eval', code], { cwd: process.cwd() });
}
