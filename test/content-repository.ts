import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const identity = ['-c', 'user.name=Dev Eloper', '-c', 'user.email=dev@example.org'];

/** Runs git in a folder. @returns its output without the last line break */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...identity, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
  }).replace(/\n$/, '');
}

export type ContentFiles = Readonly<Record<string, string | Buffer | null>>;

/** A bare repository in a temporary folder, and a clone from which tests push. */
export type TestRepository = ReturnType<typeof makeContentRepository>;

/** @param from a folder whose files are the first commit @param under where they are in the repository */
export function makeContentRepository({ from, under = '' }: { from?: string; under?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'content-repository-'));
  const origin = join(folder, 'origin.git');
  const checkout = join(folder, 'checkout');
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', origin);
  git(folder, 'clone', '--quiet', origin, checkout);
  git(checkout, 'checkout', '--quiet', '-B', 'main');
  if (from !== undefined) {
    cpSync(from, join(checkout, under), { recursive: true });
    git(checkout, 'add', '--all');
    git(checkout, 'commit', '--quiet', '--message', 'Begin');
    git(checkout, 'push', '--quiet', 'origin', 'main');
  }

  return {
    folder,
    origin,
    checkout,
    git: (...args: string[]) => git(checkout, ...args),

    /** Commits files on a branch of the checkout, without pushing. Null removes a file. */
    commit(files: ContentFiles, message = 'Change files'): string {
      for (const [path, content] of Object.entries(files)) {
        const file = join(checkout, path);
        if (content === null) rmSync(file);
        else {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      }
      git(checkout, 'add', '--all');
      git(checkout, 'commit', '--quiet', '--message', message);
      return git(checkout, 'rev-parse', 'HEAD');
    },

    /** Commits files on top of the origin's head, and pushes them. */
    push(files: ContentFiles, message?: string): string {
      git(checkout, 'fetch', '--quiet', 'origin');
      const hasMain = git(checkout, 'branch', '--remotes', '--list', 'origin/main') !== '';
      if (hasMain) git(checkout, 'reset', '--quiet', '--hard', 'origin/main');
      const commit = this.commit(files, message);
      git(checkout, 'push', '--quiet', 'origin', 'HEAD:main');
      return commit;
    },

    /** Pushes files on a branch `propose/NAME` from the origin's head. */
    propose(name: string, files: ContentFiles, message?: string): string {
      git(checkout, 'fetch', '--quiet', 'origin');
      git(checkout, 'reset', '--quiet', '--hard', 'origin/main');
      const commit = this.commit(files, message);
      git(checkout, 'push', '--quiet', '--force', 'origin', `HEAD:refs/heads/propose/${name}`);
      git(checkout, 'reset', '--quiet', '--hard', 'origin/main');
      return commit;
    },

    /** The commits of the origin, the latest first. */
    log: () => git(origin, 'log', '--format=%H %an <%ae> %s', 'main').split('\n'),

    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
