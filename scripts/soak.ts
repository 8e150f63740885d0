import { buildSite, isBuilt } from './build-site.ts';
import { exitOnFault } from './exit-on-error.ts';
import { findServices } from './find-services.ts';
import { runCommand } from './run-command.ts';

/** The long forms of what `npm test` has in short. */
await exitOnFault(async () => {
  await findServices('full');
  if (!isBuilt()) await buildSite();
  const vitest = ['run', '--testTimeout', '3600000'];
  console.log('lectern: 200 rounds of kill -9 under load, on SQLite and on PostgreSQL ...');
  await runCommand('node_modules/vitest/vitest.mjs', [...vitest, 'test/full/forms-kill.test.ts'], {
    KILL_ROUNDS: '200',
  });
  if (process.env['CORPUS_DIR']) {
    console.log('lectern: what afdocs says of every page of the handbook in CORPUS_DIR ...');
    await runCommand(
      'node_modules/vitest/vitest.mjs',
      [...vitest, 'test/corpus/site.test.ts', '-t', 'afdocs'],
      {
        AFDOCS_LINKS: '5000',
      },
    );
  }
  console.log('lectern: every page in five sizes, in light and in dark ...');
  await runCommand('node_modules/@playwright/test/cli.js', ['test', 'test/full/browser/every-page.test.ts'], {
    EVERY_PAGE: '1',
    PLAYWRIGHT_JSON_OUTPUT_NAME: '.cache/soak/playwright.json',
  });
  console.log('lectern: what Lighthouse says of a page of each kind ...');
  await runCommand('node_modules/vitest/vitest.mjs', [...vitest, 'test/full/lighthouse.test.ts'], {
    LIGHTHOUSE_PAGES: '/ /courses /courses/soil-science /handbook/studying/library /developers',
  });
  console.log(
    'lectern: slow clients in whole times, ten thousand idle connections, a build behind a server ...',
  );
  await runCommand(
    'node_modules/vitest/vitest.mjs',
    [...vitest, 'slow-clients', 'idle-connections', 'rebuild.test'],
    { WHOLE_TIMES: '1', IDLE_CONNECTIONS: '10000' },
  );
  console.log(
    'lectern: both instances replaced ten times under load, behind the stand-in and behind nginx ...',
  );
  for (const ROLLING_PROXY of ['stand-in', 'nginx']) {
    await runCommand('node_modules/vitest/vitest.mjs', [...vitest, 'rolling-restart'], {
      ROLLING_ROUNDS: '10',
      ROLLING_PROXY,
    });
  }
  console.log('lectern: an hour of malformed requests, or FUZZ_SECONDS of them ...');
  await runCommand('node_modules/vitest/vitest.mjs', [...vitest, 'test/full/fuzz.test.ts'], {
    FUZZ_SECONDS: process.env['FUZZ_SECONDS'] ?? '3600',
  });
  console.log('lectern: what Chromium holds back of every page ...');
  const policy = ['test', 'test/browser/policy.test.ts', '-g', 'no page of any template'];
  await runCommand('node_modules/@playwright/test/cli.js', policy, { EVERY_PAGE: '1' });
  console.log('lectern: 64 clients for twenty minutes, whose every answer must be a 200 ...');
  await runCommand('bench/load.ts', ['1200']);
});
