import { GitError, type Git } from './git.ts';
import type { TreeReader } from './read-tree.ts';

const isObjectId = (id: string) => /^[\da-f]{40,64}$/.test(id);

/** Whether a commit is the head or an ancestor. The clone may contain other commits, such as withdrawn ones. */
export async function isShownCommit(git: Git, { head, id }: { head: string; id: string }): Promise<boolean> {
  if (id === head) return true;
  return isObjectId(id) && (await isKnown(git.query(['merge-base', '--is-ancestor', id, head])));
}

type BlobOptions = {
  tree: TreeReader;
  /** Where the content is in the repository; empty for everywhere. */
  places: readonly string[];
  head: string;
  blob: string;
};

/** Whether a blob is content of the head or of one of its ancestors. */
export async function isShownBlob(git: Git, { tree, places, head, blob }: BlobOptions): Promise<boolean> {
  if (!isObjectId(blob)) return false;
  const files = await tree.list(head);
  if ([...files.values()].some((file) => file.blob === blob)) return true;
  const paths = places.length === 0 ? [] : ['--', ...places.map((place) => `:(literal)${place}`)];
  const args = ['log', '-1', '-m', '--format=%H', `--find-object=${blob}`, '--no-ext-diff', head, ...paths];
  const found = await git.text(args).catch(ignoreUnknown);
  return found !== undefined && found !== '';
}

async function isKnown(answer: Promise<string | undefined>): Promise<boolean> {
  return (await answer.catch(ignoreUnknown)) !== undefined;
}

/** Git exits with 128 for an unknown id. */
function ignoreUnknown(error: unknown): undefined {
  if (error instanceof GitError && (error.exitCode === 128 || error.exitCode === 129)) return undefined;
  throw error;
}
