import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildEnvironment } from '#app/env.ts';
import { readOwnCode, useOwnComponents } from '#app/own-code.ts';
import { copyWritable } from '#lib/base/copy-writable.ts';
import { formatProblems } from '#lib/content/checking/problem.ts';

/**
 * Makes a release with the institute's own code: copies the sources of this release out of the packages, since Node runs
 * no TypeScript there, and installs what builds them.
 */
export function buildRelease(): void {
  if (readOwnCode().hash === null)
    throw new Error('there is nothing to build: the folder has neither components nor pages of its own');
  const problems = useOwnComponents();
  if (problems.length > 0) throw new Error(`fix these problems first:\n${formatProblems(problems)}`);
  const sources = resolve('.cache/release-sources');
  // The packages in it stay.
  for (const name of ['src', 'scripts']) rmSync(join(sources, name), { recursive: true, force: true });
  copyWritable(fileURLToPath(new URL('../../sources', import.meta.url)), sources);
  const { status } = spawnSync(process.execPath, ['scripts/lectern.mjs', 'release', resolve('.')], {
    cwd: sources,
    stdio: 'inherit',
    env: {
      ...buildEnvironment(),
      CONTENT_DIR: '',
      INSTITUTE_DIR: resolve('.'),
      // npm leaves .npmrc, which says the same, out of archives.
      npm_config_ignore_scripts: 'true',
    },
  });
  if (status !== 0) throw new Error('no release was made: see above');
}
