import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Lists the existing files that differ from the base of the branch: committed, in the working tree, or new. The base is
 * the commit shared with the upstream branch or, without one, the last commit.
 * @returns paths relative to the project
 * @throws Error outside a git checkout
 */
export function listChangedFiles(): string[] {
  const base = tryGit('merge-base', 'HEAD', '@{upstream}') ?? 'HEAD';
  const changed = git('diff', '--name-only', '-z', base);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  const files = `${changed}${added}`.split('\0').filter((file) => file !== '');
  return [...new Set(files)].filter((file) => existsSync(file));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function tryGit(...args: string[]): string | undefined {
  try {
    return git(...args).trim();
  } catch {
    return undefined;
  }
}
