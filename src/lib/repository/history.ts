import type { Git } from './git.ts';
import type { Commit } from './repository.ts';

/** Maximum length of each field of a commit, in bytes. */
const maxMessage = 4_000;
const maxName = 200;

/** Fields of a commit, each terminated by NUL. */
const format = '--format=%H%x00%an%x00%ae%x00%at%x00%B%x00';

export async function readCommit(git: Git, id: string): Promise<Commit> {
  const { records } = await git.records(['log', '-1', format, id, '--'], { max: 5, maxLength: maxMessage });
  return toCommit(records);
}

/** The commits that changed a file, the latest first. @param path in the repository */
export async function readHistory(
  git: Git,
  { head, path, limit, skip }: { head: string; path: string; limit: number; skip: number },
): Promise<(Commit & { path: string })[]> {
  const changes = ['--follow', '--name-status', '--find-renames', '--no-ext-diff', '--no-textconv'];
  // With --follow, git counts --skip wrongly.
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
  const most = { max: (skip + limit) * tokensPerCommit, maxLength: maxMessage };
  return parseHistory((await git.records(args, most)).records).slice(skip);
}

/** An upper bound: a renamed file has two paths. */
const tokensPerCommit = 9;

function parseHistory(tokens: readonly string[]): (Commit & { path: string })[] {
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
  const author = { name: name.slice(0, maxName), email: email.slice(0, maxName) };
  return { id, author, at: Number(seconds) * 1000, message: message.trim() };
}
