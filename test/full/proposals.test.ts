import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { git } from '#test/content-repository.ts';
import { openTestRepository, soil } from '#test/editing-repository.ts';
import { createGit } from '#lib/repository/git.ts';
import { readCommit } from '#lib/repository/history.ts';

/** A repository whose content is in `root`. */
function openFiles(root = '', branch = 'main') {
  return openTestRepository(
    { [join(root, soil)]: 'Soil\n', [join(root, 'news/a.mdx')]: 'News\n' },
    root,
    branch,
  );
}

function setRefs(origin: string, branches: readonly string[], commit: string): void {
  const input = branches.map((branch) => `update refs/heads/${branch} ${commit}\n`).join('');
  execFileSync('git', ['-C', origin, 'update-ref', '--stdin'], { input });
}

test('lists the files of a proposal with the blobs they are based on, and does not move the head', async () => {
  const { pushed, repository } = await openFiles();
  const base = await repository.head();
  const commit = pushed.propose('autumn/prices', {
    [soil]: 'Soil, 12 credits\n',
    'news/a.mdx': null,
    'courses/new.mdx': 'New\n',
  });
  const isMoved = await repository.fetch();

  const [proposal, ...others] = (await repository.proposals()).proposals;

  const blobOf = (name: string) => git(pushed.origin, 'rev-parse', name);
  expect([isMoved, await repository.head()]).toEqual([false, base]);
  expect(others).toEqual([]);
  expect(proposal).toMatchObject({
    name: 'autumn/prices',
    commit: { id: commit, author: { name: 'Dev Eloper', email: 'dev@example.org' }, message: 'Change files' },
    base,
    refusal: undefined,
  });
  expect(proposal?.files).toEqual([
    {
      path: 'courses/new.mdx',
      basedOn: null,
      blob: blobOf(`${commit}:courses/new.mdx`),
      size: 4,
      refusal: undefined,
    },
    {
      path: soil,
      basedOn: blobOf(`main:${soil}`),
      blob: blobOf(`${commit}:${soil}`),
      size: 17,
      refusal: undefined,
    },
    { path: 'news/a.mdx', basedOn: blobOf('main:news/a.mdx'), blob: null, size: 0, refusal: undefined },
  ]);
});

test('no longer lists a proposal that was merged, or whose branch was removed', async () => {
  const { pushed, repository } = await openFiles();
  pushed.propose('merged', { 'courses/merged.mdx': 'x\n' });
  pushed.propose('copied', { 'courses/copied.mdx': 'x\n' });
  pushed.propose('removed', { 'courses/removed.mdx': 'x\n' });
  await repository.fetch();
  const before = (await repository.proposals()).proposals.map(({ name }) => name);

  git(pushed.origin, 'update-ref', 'refs/heads/main', 'propose/merged');
  git(pushed.origin, 'branch', '-D', 'propose/removed');
  await repository.commit([{ path: 'courses/copied.mdx', basedOn: null, content: 'x\n' }], {
    author: { name: 'Ann', email: 'ann@example.org' },
    message: 'Take over',
  });
  await repository.fetch();

  expect(before).toEqual(['copied', 'merged', 'removed']);
  expect((await repository.proposals()).proposals).toEqual([]);
});

test('refuses symbolic links, submodules, large files, and files outside the collections', async () => {
  const { pushed, repository } = await openFiles('site/content');
  pushed.propose('bad', {
    'README.md': 'x',
    'site/content/notes.md': 'x',
    'site/content/courses/.gitattributes': '* filter=x',
    'site/content/courses/good.mdx': 'x',
    'site/content/courses/large.png': Buffer.alloc((10 << 20) + 1),
    'site/content/courses/link.mdx': { linkTo: '/etc/passwd' },
    'site/content/courses/sub': { submodule: '1'.repeat(40) },
    'courses/elsewhere.mdx': 'x',
  });
  await repository.fetch();

  const [proposal] = (await repository.proposals()).proposals;

  expect(Object.fromEntries(proposal!.files.map(({ path, refusal }) => [path, refusal]))).toEqual({
    'README.md': 'outside the collections',
    'courses/elsewhere.mdx': 'outside the collections',
    'courses/.gitattributes': 'outside the collections',
    'courses/good.mdx': undefined,
    'courses/large.png': 'larger than 10 MiB',
    'courses/link.mdx': 'a symbolic link',
    'courses/sub': 'a submodule',
    'notes.md': 'outside the collections',
  });
});

test('refuses a proposal that shares no commit with the content, or changes too many files', async () => {
  const { pushed, repository } = await openFiles();
  pushed.propose(
    'many',
    Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`courses/${at}.mdx`, 'x'])),
  );
  setRefs(pushed.origin, ['propose/alone'], git(pushed.origin, 'commit-tree', 'main^{tree}', '-m', 'Other'));
  await repository.fetch();

  const refusals = (await repository.proposals()).proposals.map(({ name, refusal }) => [name, refusal]);

  expect(refusals).toEqual([
    ['alone', 'it does not start from a commit of the content'],
    ['many', 'it changes more than 500 files'],
  ]);
});

test('lists all proposals in pages, and finds each by its name', async () => {
  const { pushed, repository } = await openFiles();
  const commit = pushed.propose('p000', { 'news/b.mdx': 'x\n' });
  const names = Array.from({ length: 205 }, (_, at) => `p${String(at).padStart(3, '0')}`);
  setRefs(
    pushed.origin,
    names.map((name) => `propose/${name}`),
    commit,
  );
  await repository.fetch();

  const { proposals: first, pages } = await repository.proposals();
  const { proposals: last } = await repository.proposals(pages);

  expect(pages).toBe(11);
  expect(first.map(({ name }) => name)).toEqual(names.slice(0, 20));
  expect(last.map(({ name }) => name)).toEqual(names.slice(200));
  expect(await repository.proposal('p204')).toMatchObject({ name: 'p204', commit: { id: commit } });
  expect(await repository.proposal('p205')).toBeUndefined();
});

test('fetches the branch even if 1,000 proposals come before it in alphabetical order', async () => {
  const { pushed, repository } = await openFiles('', 'trunk');
  const commit = pushed.push({ 'news/b.mdx': 'x\n' });
  const proposals = Array.from({ length: 1_010 }, (_, at) => `propose/p${at}`);
  setRefs(pushed.origin, ['trunk', ...proposals], commit);

  expect(await repository.fetch()).toBe(true);
  expect(await repository.head()).toBe(commit);
});

test('truncates the message and the names of a commit', async () => {
  const { pushed, repository } = await openFiles();
  const file = join(pushed.folder, 'message');
  writeFileSync(file, 'long '.repeat(1_000_000));
  const name = `user.name=${'N'.repeat(10_000)}`;
  const parent = await repository.head();
  const commit = git(pushed.origin, '-c', name, 'commit-tree', 'main^{tree}', '-p', parent, '-F', file);
  setRefs(pushed.origin, ['propose/long'], commit);
  await repository.fetch();

  const read = await readCommit(createGit(join(pushed.folder, 'clone.git'), process.env), commit);

  expect(read.message.length).toBeLessThanOrEqual(4_000);
  expect(read.author.name.length).toBeLessThanOrEqual(200);
});

test('runs at most four git processes at once', async () => {
  const { pushed } = await openFiles();
  const wrapper = join(pushed.folder, 'bin');
  const log = join(pushed.folder, 'log');
  mkdirSync(wrapper);
  // Each process waits until the test has created `go`.
  const script = `echo + >> ${log}\nuntil [ -e ${wrapper}/go ]; do sleep 0.01; done\necho - >> ${log}\n`;
  writeFileSync(join(wrapper, 'git'), `#!/bin/sh\n${script}`, { mode: 0o755 });
  const slow = createGit(pushed.origin, { ...process.env, PATH: `${wrapper}:${process.env['PATH']}` });
  const readMarks = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);

  const runs = Array.from({ length: 12 }, () => slow.run(['version']));
  await vi.waitFor(() => expect(readMarks()).toHaveLength(4), { timeout: 20_000 });
  writeFileSync(join(wrapper, 'go'), '');
  await Promise.all(runs);

  const marks = readMarks();
  const running = marks.map((_, at) =>
    marks.slice(0, at + 1).reduce((sum, mark) => sum + (mark === '+' ? 1 : -1), 0),
  );
  expect(Math.max(...running)).toBe(4);
});
