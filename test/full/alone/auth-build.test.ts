import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildSettings, settingNames } from '#app/config.ts';
import { buildSite } from '../../../scripts/build-site.ts';

const outDir = '.cache/auth-build';

/** Settings that need a repository, from which the build would take its content. */
const repositorySettings = [
  ...['CONTENT_REPO', 'CONTENT_BRANCH', 'CONTENT_PATH'],
  ...['CONTENT_HOOK_SECRET', 'EDITORS_PUBLISH'],
];

/** Settings without secrets. A build reads PORT, because it is part of the default SITE_URL, and DESK, which is on or off. */
const withoutSecrets = [...buildSettings, ...repositorySettings, 'PORT', 'DESK'];

/** A unique value for each setting that must not end up in a build, including those that Auth.js reads itself. */
const canaries = Object.fromEntries(
  [...settingNames.filter((name) => !withoutSecrets.includes(name)), 'AUTH_SECRET', 'AUTH_URL'].map(
    (name, index) => [name, `canary-${index}-q7vK2`],
  ),
);

beforeAll(() => {
  for (const [name, value] of Object.entries(canaries)) vi.stubEnv(name, value);
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(outDir, { recursive: true, force: true });
});

test('a build contains no secret of the environment', async () => {
  await buildSite(outDir);

  const files = globSync('**/*', { cwd: outDir, withFileTypes: true }).filter((entry) => entry.isFile());
  const holding = files.filter((file) =>
    /canary-\d+-q7vK2/.test(readFileSync(join(file.parentPath, file.name), 'latin1')),
  );

  expect(files.length).toBeGreaterThan(100);
  expect(holding.map(({ name }) => name)).toEqual([]);
}, 240_000);

test('astro build outside our build script fails if the environment has settings of Auth.js', () => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], NODE_ENV: 'production', AUTH_SECRET: 'canary' } },
  );

  expect(status).not.toBe(0);
  expect(stderr + stdout).toContain('AUTH_SECRET');
  expect(stderr + stdout).not.toContain('canary');
});
