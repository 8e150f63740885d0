import { join } from 'node:path';
import { symlinkSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { git, makeContentRepository } from '#test/content-repository.ts';
import { openContentRepository } from './open-repository.ts';

const soil = 'courses/soil.mdx';

async function openTestRepository(root = '') {
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  pushed.push({ [join(root, soil)]: 'Soil\n', [join(root, 'news/a.mdx')]: 'News\n' });
  const repository = await openContentRepository({
    ...{ folder: join(pushed.folder, 'clone.git'), origin: pushed.origin, branch: 'main', root },
    environment: process.env,
  });
  return { pushed, repository };
}

test('lists the files of a proposal with what they are based on', async () => {
  const { pushed, repository } = await openTestRepository();
  const base = await repository.head();
  const commit = pushed.propose('autumn/prices', {
    [soil]: 'Soil, 12 credits\n',
    'news/a.mdx': null,
    'courses/new.mdx': 'New\n',
  });
  await repository.fetch();

  const [proposal, ...others] = await repository.proposals();

  const blobOf = (name: string) => git(pushed.origin, 'rev-parse', name);
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

test('a proposal that becomes part of the content, or whose branch is removed, is not listed', async () => {
  const { pushed, repository } = await openTestRepository();
  pushed.propose('merged', { 'courses/merged.mdx': 'x\n' });
  pushed.propose('copied', { 'courses/copied.mdx': 'x\n' });
  pushed.propose('removed', { 'courses/removed.mdx': 'x\n' });
  await repository.fetch();
  const before = (await repository.proposals()).map(({ name }) => name);

  pushed.git('push', '--quiet', 'origin', 'origin/propose/merged:main', ':propose/removed');
  await repository.commit([{ path: 'courses/copied.mdx', basedOn: null, content: 'x\n' }], {
    author: { name: 'Ann', email: 'ann@example.org' },
    message: 'Take over',
  });
  await repository.fetch();

  expect(before).toEqual(['copied', 'merged', 'removed']);
  expect(await repository.proposals()).toEqual([]);
});

test('refuses symbolic links, submodules, large files, and files outside the collections', async () => {
  const { pushed, repository } = await openTestRepository('site/content');
  symlinkSync('/etc/passwd', join(pushed.checkout, 'site/content/courses/link.mdx'));
  pushed.commit({
    'README.md': 'x',
    'site/content/notes.md': 'x',
    'site/content/courses/.gitattributes': '* filter=x',
    'site/content/courses/good.mdx': 'x',
    'site/content/courses/large.png': Buffer.alloc((10 << 20) + 1),
    'courses/elsewhere.mdx': 'x',
  });
  pushed.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},site/content/courses/sub`);
  pushed.git('commit', '--quiet', '--message', 'Submodule');
  pushed.git('push', '--quiet', 'origin', 'HEAD:refs/heads/propose/bad');
  await repository.fetch();

  const [proposal] = await repository.proposals();

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
  const { pushed, repository } = await openTestRepository();
  pushed.propose(
    'many',
    Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`courses/${at}.mdx`, 'x'])),
  );
  pushed.git('checkout', '--quiet', '--orphan', 'alone');
  pushed.commit({ [soil]: 'Other\n' });
  pushed.git('push', '--quiet', 'origin', 'HEAD:refs/heads/propose/alone');
  await repository.fetch();

  const refusals = (await repository.proposals()).map(({ name, refusal }) => [name, refusal]);

  expect(refusals).toEqual([
    ['alone', 'it does not start from a commit of the content'],
    ['many', 'it changes 501 files, more than 500'],
  ]);
});

test('proposals do not move the head', async () => {
  const { pushed, repository } = await openTestRepository();
  const head = await repository.head();
  pushed.propose('a', { 'courses/new.mdx': 'x\n' });

  expect(await repository.fetch()).toBe(false);
  expect(await repository.head()).toBe(head);
});
