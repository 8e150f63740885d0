import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isInCollection } from './content-paths.ts';
import type { Git } from './git.ts';
import type { TreeFile, TreeReader } from './read-tree.ts';
import { EditConflict, type Author, type FileChange } from './repository.ts';

/** A change whose content is stored as a blob. */
export type StoredChange = { path: string; basedOn: string | null; blob: string | null };

export type Signed = { author: Author; message: string; committer?: Author };

export const temporaryIndex = 'lectern-index-';

type WriterOptions = { git: Git; folder: string; root: string; tree: TreeReader };

/** Writes commits as git objects, without moving a branch. */
export function createCommitWriter({ git, folder, root, tree }: WriterOptions) {
  const inRepository = (path: string) => (root === '' ? path : `${root}/${path}`);

  async function writeTree(
    base: string,
    changes: readonly StoredChange[],
    modes: ReadonlyMap<string, TreeFile>,
  ) {
    const index = join(folder, `${temporaryIndex}${randomUUID()}`);
    const environment = { GIT_INDEX_FILE: index };
    const lines = changes.map(({ path, blob }) =>
      blob === null
        ? `0 ${'0'.repeat(base.length)}\t${inRepository(path)}\0`
        : `${modes.get(path)?.mode ?? '100644'} ${blob}\t${inRepository(path)}\0`,
    );
    try {
      await git.run(['read-tree', base], { environment });
      await git.run(['update-index', '-z', '--index-info'], { environment, input: lines.join('') });
      return await git.text(['write-tree'], { environment });
    } finally {
      await Promise.all([index, `${index}.lock`].map((file) => rm(file, { force: true })));
    }
  }

  return {
    /** Stores the content of changes. @throws Error for a path that is not in a collection */
    store: (changes: readonly FileChange[]): Promise<StoredChange[]> =>
      Promise.all(
        changes.map(async ({ path, basedOn, content }) => {
          if (!isInCollection(path)) throw new Error(`${path} is not in a collection`);
          const blob =
            content === null
              ? null
              : await git.text(['hash-object', '-w', '--no-filters', '--stdin'], { input: content });
          return { path, basedOn, blob };
        }),
      ),

    /**
     * Writes a commit on top of another.
     * @returns the id of the new commit; the id of the base if that already has the changes
     * @throws EditConflict
     */
    async write(base: string, changes: readonly StoredChange[], by: Signed): Promise<string> {
      const files = await tree.list(base);
      const open = changes.filter(({ path, blob }) => (files.get(path)?.blob ?? null) !== blob);
      const changed = open.filter((change) => conflictsWith(change, files));
      if (changed.length > 0) throw new EditConflict(changed.map(({ path }) => path));
      if (open.length === 0) return base;
      const written = await writeTree(base, open, files);
      return git.text(['commit-tree', written, '-p', base, '-F', '-'], {
        input: cleanMessage(by.message),
        environment: identities(by),
      });
    },
  };
}

/** Whether the file has changed since `basedOn`, or a file and a folder would have the same path. */
function conflictsWith({ path, basedOn, blob }: StoredChange, files: ReadonlyMap<string, TreeFile>): boolean {
  if ((files.get(path)?.blob ?? null) !== basedOn) return true;
  if (blob === null || basedOn !== null) return false;
  const folders = path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'));
  return (
    folders.some((folder) => files.has(folder)) ||
    [...files.keys()].some((each) => each.startsWith(`${path}/`))
  );
}

function cleanMessage(message: string): string {
  return `${message.replaceAll('\0', '').trim() || 'Edit content'}\n`;
}

function identities({ author, committer = author }: Signed): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: cleanName(author),
    GIT_AUTHOR_EMAIL: cleanEmail(author),
    GIT_COMMITTER_NAME: cleanName(committer),
    GIT_COMMITTER_EMAIL: cleanEmail(committer),
  };
}

/** Git strips these characters from both ends of a name, and rejects an empty name. */
const dropped = /^[\s.,:;<>"\\']+|[\s.,:;<>"\\']+$/g;

function cleanName({ name, email }: Author): string {
  const clean = (text: string) => text.replaceAll(/[\s\p{Cc}<>]+/gu, ' ').replaceAll(dropped, '');
  return clean(name) || clean(email.split('@')[0] ?? '') || 'Unknown';
}

function cleanEmail({ email }: Author): string {
  return email.replaceAll(/[\s\p{Cc}<>]+/gu, '').replaceAll(dropped, '') || 'unknown@invalid';
}
