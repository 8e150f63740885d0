import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exportedContent } from '#app/content-settings.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';

const author = { name: 'Larkmoor', email: 'content@larkmoor.example' };

/** Creates a bare repository whose first commit is the content of a folder. @returns the repository's folder */
export function makeContentRepository(dataDir: string, contentDir: string): string {
  const repository = resolve(dataDir, 'content-origin.git');
  const environment = {
    GIT_DIR: repository,
    GIT_WORK_TREE: resolve(contentDir),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_INDEX_FILE: resolve(dataDir, 'index'),
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.bare=false', ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  mkdirSync(dataDir, { recursive: true });
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository], {
    stdio: 'inherit',
  });
  git('add', '--all', '--force', '.');
  git('commit', '--quiet', '--no-verify', '--message', 'Begin with the sample content');
  rmSync(environment.GIT_INDEX_FILE);
  return repository;
}

/** Copies a build, so that the demo does not publish into the original. @returns the folder of the copy */
export function copyForRepository(distDir: string, dataDir: string): string {
  // The copy is below the project, where the renderer finds its packages.
  const copy = resolve('.cache/demo');
  rmSync(copy, { recursive: true, force: true });
  cpSync(realpathSync(distDir), copy, { recursive: true });
  rmSync(join(copy, 'publisher'), { recursive: true, force: true });
  const file = join(copy, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const contentDir = resolve(exportedContent(dataDir), 'current');
  writeFileSync(file, JSON.stringify({ ...manifest, contentDir } satisfies Manifest));
  return copy;
}
