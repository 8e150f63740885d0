import { join } from 'node:path';
import { symlinkSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openContentRepository } from '#lib/editing/open-repository.ts';
import { makeContentRepository } from '#test/content-repository.ts';
import { readProposal } from './read-proposal.ts';

const soil = 'courses/soil.mdx';
const problem = { line: 1, severity: 'error', message: 'wrong', fix: 'correct it' } as const;

async function openTestRepository() {
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  pushed.push({ [soil]: 'Soil\n', 'news/a.mdx': 'News\n' });
  const repository = await openContentRepository({
    ...{ folder: join(pushed.folder, 'clone.git'), origin: pushed.origin, branch: 'main', root: '' },
    environment: process.env,
  });
  const checked: unknown[] = [];
  const drafts = {
    render: async (input: unknown) => {
      checked.push(input);
      return { html: '', problems: [problem], address: undefined, accessibility: [] };
    },
  };
  return { pushed, repository, drafts, checked };
}

test('reads the texts of a proposal, checks each with all of them, and gives the changes to commit', async () => {
  const { pushed, repository, drafts, checked } = await openTestRepository();
  const photo = Buffer.from([0, 255]);
  pushed.propose('a', { [soil]: 'Clay\n', 'news/a.mdx': null, 'courses/photo.png': photo });
  await repository.fetch();
  const [proposal] = await repository.proposals();

  const read = await readProposal(proposal!, { repository, drafts });
  const commit = await repository.commit(read.changes!, {
    author: proposal!.commit.author,
    message: 'Take over a proposal',
  });

  expect(read.files.map(({ path, before, after, problems }) => [path, before, after, problems])).toEqual([
    ['courses/photo.png', null, null, []],
    [soil, 'Soil\n', 'Clay\n', [problem]],
    ['news/a.mdx', 'News\n', null, []],
  ]);
  expect(checked).toEqual([{ overlay: { [soil]: 'Clay\n', 'news/a.mdx': null }, file: soil }]);
  expect((await repository.list(commit)).map(({ path }) => path)).toEqual(['courses/photo.png', soil]);
  expect(await repository.proposals()).toEqual([]);
});

test('a proposal with a refused file has no changes to commit, and that file is not read', async () => {
  const { pushed, repository, drafts, checked } = await openTestRepository();
  symlinkSync('/etc/passwd', join(pushed.checkout, 'courses/link.mdx'));
  pushed.commit({ [soil]: 'Clay\n' });
  pushed.git('push', '--quiet', 'origin', 'HEAD:refs/heads/propose/link');
  await repository.fetch();
  const [proposal] = await repository.proposals();

  const read = await readProposal(proposal!, { repository, drafts });

  expect(read.changes).toBeUndefined();
  expect(read.overlay).toEqual({ [soil]: 'Clay\n' });
  expect(read.files.map(({ path, after, refusal }) => [path, after, refusal])).toEqual([
    ['courses/link.mdx', null, 'a symbolic link'],
    [soil, 'Clay\n', undefined],
  ]);
  expect(checked).toHaveLength(1);
});
