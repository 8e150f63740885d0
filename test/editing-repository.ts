import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openContentRepository } from '#lib/repository/open-repository.ts';
import { git, makeContentRepository, type ContentFiles, type TestRepository } from './content-repository.ts';

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

/** Folders of repositories whose clone has been opened, by what is in them. */
const prepared = new Map<string, Promise<string>>();

/** A repository with these files on its branch, and the clone of the editor's desk. Both are removed after the test. */
export async function openTestRepository(files: ContentFiles = firstFiles, root = '', branch = 'main') {
  const key = JSON.stringify([files, root, branch]);
  const made = prepared.get(key) ?? prepare(files, root, branch);
  prepared.set(key, made);
  const pushed = makeContentRepository({ copyOf: await made });
  onTestFinished(() => pushed.remove());
  const open = (name?: string) => openClone(pushed, { root, branch, name });
  return { pushed, open, repository: await open() };
}

/** Makes a repository once in each process, because that starts ten processes, where a copy starts none. */
async function prepare(files: ContentFiles, root: string, branch: string): Promise<string> {
  const pushed = makeContentRepository();
  pushed.push(files);
  if (branch !== 'main') git(pushed.origin, 'branch', branch, 'main');
  await (await openClone(pushed, { root, branch })).head();
  return pushed.folder;
}

type CloneOptions = { root: string; branch: string; name?: string | undefined };

async function openClone(
  { folder, origin }: TestRepository,
  { root, branch, name = 'clone.git' }: CloneOptions,
) {
  return openContentRepository({
    folder: join(folder, name),
    origin,
    branch,
    root,
    environment: process.env,
  });
}
