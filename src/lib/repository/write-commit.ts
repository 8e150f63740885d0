import { createHash, randomUUID } from 'node:crypto';
import { isWritable, pathInRepository, type RepositoryLayout } from './content-paths.ts';
import type { Git } from './git.ts';
import type { TreeFile, TreeReader } from './read-tree.ts';
import { EditConflict, type Author, type FileChange } from './repository.ts';

export type Signed = { author: Author; message: string; committer?: Author };

type WriterOptions = { git: Git; layout: RepositoryLayout; tree: TreeReader };

/** Writes commits as git objects, without moving a branch. */
export function createCommitWriter({ git, layout, tree }: WriterOptions) {
  function toCommand({ path, content }: FileChange, files: ReadonlyMap<string, TreeFile>): Buffer[] {
    const quoted = `"${pathInRepository(layout, path).replaceAll(/["\\]/g, String.raw`\$&`)}"\n`;
    if (content === null) return [Buffer.from(`D ${quoted}`)];
    return [Buffer.from(`M ${files.get(path)?.mode ?? '100644'} inline ${quoted}`), ...toData(content)];
  }

  /** Writes files and commit with one process: to start one takes long in a large server, which cannot answer meanwhile. */
  function writeNow(base: string, { author, committer = author, message }: Signed, files: Buffer[]) {
    // git needs a branch, which is removed in the same run, before it exists.
    const branch = `refs/lectern/${randomUUID()}`;
    const nowhere = '0'.repeat(base.length);
    const input = Buffer.concat([
      Buffer.from(`feature done\ncommit ${branch}\nmark :1\n`),
      Buffer.from(`author ${identity(author)}committer ${identity(committer)}`),
      ...toData(cleanMessage(message)),
      Buffer.from(`from ${base}\n`),
      ...files,
      Buffer.from(`get-mark :1\nreset ${branch}\nfrom ${nowhere}\n\ndone\n`),
    ]);
    return git.text(['fast-import', '--quiet', '--date-format=now'], { input });
  }

  return {
    /**
     * Writes a commit on top of another.
     * @returns the id of the new commit; the id of the base if that already has the changes
     * @throws EditConflict
     * @throws Error for a path that the desk may not write
     */
    async write(base: string, changes: readonly FileChange[], by: Signed): Promise<string> {
      const outside = changes.find(({ path }) => !isWritable(layout, path));
      if (outside) throw new Error(`${outside.path} is not in a collection`);
      const files = await tree.list(base);
      const open = changes
        .map((change) => ({ ...change, blob: blobOf(change.content) }))
        .filter(({ path, blob }) => (files.get(path)?.blob ?? null) !== blob);
      const changed = open.filter((change) => conflictsWith(change, files));
      if (changed.length > 0) throw new EditConflict(changed.map(({ path }) => path));
      if (open.length === 0) return base;
      return writeNow(
        base,
        by,
        open.flatMap((change) => toCommand(change, files)),
      );
    },
  };
}

/** The id that git gives to a file; null for none. */
function blobOf(content: FileChange['content']): string | null {
  if (content === null) return null;
  const header = `blob ${Buffer.byteLength(content)}\0`;
  return createHash('sha1').update(header).update(content).digest('hex');
}

function toData(content: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(content);
  return [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')];
}

/** Whether the file has changed since `basedOn`, or a file and a folder would have the same path. */
function conflictsWith(
  { path, basedOn, blob }: { path: string; basedOn: string | null; blob: string | null },
  files: ReadonlyMap<string, TreeFile>,
): boolean {
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

/** `Name <email>`, with the time at which git reads it. */
function identity(author: Author): string {
  return `${cleanName(author)} <${cleanEmail(author)}> now\n`;
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
