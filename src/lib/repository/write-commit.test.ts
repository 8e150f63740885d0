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
  git(pushed.origin, 'update-ref', 'refs/heads/main', 'main~1');

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
