import { globSync, readFileSync } from 'node:fs';
import { buildIfNeeded } from './build-site.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { findServices } from './find-services.ts';
import { runCommand } from './run-command.ts';

/** `npm run soak`: longer versions of the tests in `npm run test:full`. */
await exitOnError(async () => {
  await findServices('full');
  await buildIfNeeded();
  console.log('lectern: 200 rounds of kill -9 under load, on SQLite and PostgreSQL ...');
  await vitest({ KILL_ROUNDS: '200' }, 'test/full/forms-kill.test.ts');
  console.log('lectern: 200 kills of the publisher and the server during publications ...');
  await vitest({ PUBLISH_KILL_ROUNDS: '200' }, 'test/full/publishing-kills.test.ts');
  console.log(
    'lectern: every property with ten times as many random values as in npm test, and new ones ...',
  );
  await vitest(
    { PROPERTY_RUNS: 'whole', PROPERTY_SEED: 'fresh' },
    '--project',
    'unit',
    ...globSync('src/**/*.test.ts').filter(hasProperties),
  );
  console.log('lectern: 10,000 random edits of front matter ...');
  await vitest(
    { FUZZED_EDITS: '10000', PROPERTY_SEED: 'fresh' },
    'src/lib/editing/front-matter/edit-front-matter-properties.test.ts',
  );
  console.log('lectern: 10 minutes of random front matter, file names, trees and pictures ...');
  await vitest({ CONTENT_FUZZ_SECONDS: '600' }, 'test/full/content-fuzz.test.ts');
  console.log(
    'lectern: 200 rounds of kill -9 during commits, and 10 minutes of editors and a developer at random ...',
  );
  await vitest({ CONTENT_KILL_ROUNDS: '200' }, 'test/full/content-kills.test.ts');
  await vitest({ CONTENT_EDITORS_SECONDS: '600' }, 'test/full/content-editors.test.ts');
  console.log('lectern: 200 kills of browsers, servers and publishers while people write and publish ...');
  await vitest({ DESK_KILL_ROUNDS: '200' }, 'test/full/desk-kills.test.ts');
  if (process.env['CORPUS_DIR']) {
    console.log('lectern: afdocs on every page of the handbook in CORPUS_DIR ...');
    await vitest({ AFDOCS_LINKS: '5000' }, 'test/corpus/site.test.ts', '-t', 'afdocs');
  }
  console.log('lectern: every page in five sizes, light and dark ...');
  const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: '.cache/soak/playwright.json' };
  await playwright({ EVERY_PAGE: '1', ...report }, 'test/full/browser/every-page.test.ts');
  console.log(
    'lectern: slow clients with full timeouts, 10,000 idle connections, a rebuild while serving ...',
  );
  const full = { WHOLE_TIMES: '1', IDLE_CONNECTIONS: '10000' };
  await vitest(full, 'slow-clients', 'idle-connections', 'rebuild.test');
  console.log('lectern: both instances replaced ten times under load, behind the stand-in and nginx ...');
  for (const ROLLING_PROXY of ['stand-in', 'nginx']) {
    await vitest({ ROLLING_ROUNDS: '10', ROLLING_PROXY }, 'rolling-restart');
  }
  console.log('lectern: three instances lose their network for a minute each, while people use the site ...');
  await vitest({ NETWORK_OUTAGE_SECONDS: '60' }, 'test/full/lost-networks.test.ts');
  console.log('lectern: malformed requests for an hour, or for FUZZ_SECONDS ...');
  await vitest({ FUZZ_SECONDS: process.env['FUZZ_SECONDS'] ?? '3600' }, 'test/full/fuzz.test.ts');
  console.log('lectern: the content policy of every page in Chromium ...');
  await playwright(
    { EVERY_PAGE: '1' },
    'test/full/browser/policy.test.ts',
    '-g',
    'no page of any template contains',
  );
  console.log('lectern: 64 clients for 20 minutes; every response must be 200 ...');
  await runCommand('bench/load.ts', ['1200']);
});

function hasProperties(file: string): boolean {
  return readFileSync(file, 'utf8').includes('property-runs.ts');
}

function vitest(environment: NodeJS.ProcessEnv, ...filters: string[]): Promise<void> {
  const args = ['run', '--testTimeout', '3600000', ...filters];
  return runCommand('node_modules/vitest/vitest.mjs', args, environment);
}

function playwright(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  return runCommand('node_modules/@playwright/test/cli.js', ['test', ...args], environment);
}
