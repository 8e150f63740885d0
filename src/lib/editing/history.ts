import type { Git } from './git.ts';
import type { Commit } from './repository.ts';

/** Fields of a commit, each ended by NUL. */
const format = '--format=%H%x00%an%x00%ae%x00%at%x00%B%x00';

export async function readCommit(git: Git, id: string): Promise<Commit> {
  const fields = (await git.text(['log', '-1', format, id, '--'])).split('\0');
  return toCommit(fields);
}

/** The commits that changed a file, the latest first. @param path in the repository */
export async function readHistory(
  git: Git,
  { head, path, limit, skip }: { head: string; path: string; limit: number; skip: number },
): Promise<(Commit & { path: string })[]> {
  const changes = ['--follow', '--name-status', '--find-renames', '--no-ext-diff', '--no-textconv'];
  // With --follow git counts skipped commits wrongly.
  const args = [
    'log',
    '-z',
    format,
    ...changes,
    `--max-count=${skip + limit}`,
    head,
    '--',
    `:(literal)${path}`,
  ];
  return parseHistory(await git.text(args)).slice(skip);
}

function parseHistory(output: string): (Commit & { path: string })[] {
  const tokens = output.split('\0');
  const commits: (Commit & { path: string })[] = [];
  for (let at = 0; at + 7 < tokens.length;) {
    const commit = toCommit(tokens.slice(at, at + 5));
    const status = tokens[at + 6]?.trim() ?? '';
    const paths = /^[RC]/.test(status) ? 2 : 1;
    commits.push({ ...commit, path: tokens[at + 6 + paths] ?? '' });
    at += 7 + paths;
  }
  return commits;
}

function toCommit([id = '', name = '', email = '', seconds = '', message = '']: readonly string[]): Commit {
  return { id, author: { name, email }, at: Number(seconds) * 1000, message: message.trim() };
}
