import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { git } from '#test/content-repository.ts';
import { by, openTestRepository, soil } from '#test/editing-repository.ts';
import { EditConflict, type ContentRepository } from './repository.ts';

test('commits to the origin as the author, and leaves all other files unchanged', async () => {
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

test('refuses to change a file that someone else has changed or removed, and writes nothing', async () => {
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

test('makes no commit if the head already has the change', async () => {
  const { pushed, repository } = await openTestRepository();
  const { blob } = (await repository.read(soil))!;
  const change = { path: soil, basedOn: blob, content: 'Clay\n' };

  const commit = await repository.commit([change], by);
  const again = await repository.commit([change], by);

  expect(again).toBe(commit);
  expect(pushed.log()).toHaveLength(2);
});

test('retries a commit on top of new commits that changed other files', async () => {
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

test('does not push back commits that were removed by a force push', async () => {
  const { pushed, repository } = await openTestRepository();
  const { blob } = (await repository.read(soil))!;
  pushed.push({ 'news/secret.mdx': 'By mistake\n' });
  await repository.fetch();
  pushed.git('push', '--quiet', '--force', 'origin', 'HEAD~1:main');

  await repository.commit([{ path: soil, basedOn: blob, content: 'Clay\n' }], by);

  expect(await repository.read('news/secret.mdx')).toBeUndefined();
  expect(pushed.log()).toHaveLength(2);
});

test('refuses to write hidden files and files outside the collections', async () => {
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

test('accepts any characters in names, addresses and messages', async () => {
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

const execute = promisify(execFile);
const writers = 3;
const commitsEach = 4;

test('loses no commit when several processes and a pusher commit at once', { timeout: 120_000 }, async () => {
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
    import { openContentRepository } from '#lib/editing/git/open-repository.ts';
    const repository = await openContentRepository({ ...${JSON.stringify(options)}, environment: process.env });
    for (let at = 0; at < ${commitsEach}; at += 1) {
      const path = \`courses/${name}-\${at}.mdx\`;
      await repository.commit([{ path, basedOn: null, content: path }], {
        author: { name: '${name}', email: '${name}@example.org' }, message: path });
    }`;
  await execute(process.execPath, ['--input-type=module-typescript', '--eval', code], { cwd: process.cwd() });
}
