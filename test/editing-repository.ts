import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openContentRepository } from '#lib/repository/open-repository.ts';
import { git, makeContentRepository, type ContentFiles } from './content-repository.ts';

/** The author and message of a commit. */
export const by = {
  author: { name: 'Ann Editor', email: 'ann@example.org' },
  message: 'Change a fee',
};

export const soil = 'courses/soil.mdx';
export const firstFiles: ContentFiles = {
  [soil]: 'Soil\n',
  'news/open-day.mdx': 'Open day\n',
  'README.md': 'Read me\n',
};

/** A repository with these files on its branch, and the clone of the editor's desk. Both are removed after the test. */
export async function openTestRepository(files: ContentFiles = firstFiles, root = '', branch = 'main') {
  const pushed = makeContentRepository();
  onTestFinished(() => pushed.remove());
  pushed.push(files);
  if (branch !== 'main') git(pushed.origin, 'branch', branch, 'main');
  const open = async (name = 'clone.git') =>
    openContentRepository({
      folder: join(pushed.folder, name),
      origin: pushed.origin,
      branch,
      root,
      environment: process.env,
    });
  return { pushed, open, repository: await open() };
}
