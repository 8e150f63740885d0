import { site } from '#site';
import { findServices } from './find-services.ts';
import { runCommand } from './run-command.ts';
import { buildIfNeeded } from './build-site.ts';
import { createTestRun, modulePath, runInParallel, type Step } from './test-run.ts';

const { vitest, playwright, run } = createTestRun('.cache/test');

/** Checks that run before the build. */
async function checkFiles(): Promise<void> {
  await runCommand('scripts/complete-lockfile.ts', ['--check']);
  await runCommand('scripts/check-content.ts', []);
  await runCommand(modulePath('prettier/bin/prettier.cjs'), ['--check', '--log-level', 'warn', '.']);
}

/** Both need the types that a build generates. */
async function checkCode(): Promise<void> {
  const cache = ['--cache', '--cache-location', '.cache/eslint/'];
  await runCommand(modulePath('eslint/bin/eslint.js'), [...cache, '.']);
  const levels = ['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'warning'];
  await runCommand(modulePath('@astrojs/check/bin/astro-check.js'), levels);
}

/** Leaves out tests of the sample's courses and people when the site has other content. */
const { unit, http, isBrowserTested } = site.isSample
  ? { unit: [], http: [], isBrowserTested: true }
  : {
      unit: ['--exclude', 'src/content-consistency.test.ts'],
      http: ['any-institute'],
      isBrowserTested: false,
    };

const steps: Step[] = [
  {
    name: 'services, build, content and format',
    run: () => runInParallel([findServices('test'), buildIfNeeded(), checkFiles()]),
  },
  { name: 'lint, types and unit tests', run: () => runInParallel([checkCode(), vitest('unit', ...unit)]) },
  { name: 'HTTP tests', run: () => vitest('http', ...http) },
  ...(isBrowserTested ? [{ name: 'browser tests', run: () => playwright('browser') }] : []),
];

await run(
  steps,
  site.isSample
    ? []
    : ['This is not the sample site (isSample in src/site.ts), so the tests of its content were left out.'],
);
