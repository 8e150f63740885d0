import { site } from '#site';
import { findServices } from './find-services.ts';
import { runCommand } from './run-command.ts';
import { buildIfNeeded, createTestRun, modulePath, sideBySide, type Step } from './test-run.ts';

const { vitest, playwright, run } = createTestRun('.cache/test');

/** Checks that need no build. */
async function checkFiles(): Promise<void> {
  await runCommand('scripts/complete-lockfile.ts', ['--check']);
  await runCommand('scripts/check-content.ts', []);
  await runCommand(modulePath('prettier/bin/prettier.cjs'), ['--check', '--log-level', 'warn', '.']);
}

/** Both need the types that a build writes. */
async function checkCode(): Promise<void> {
  const cache = ['--cache', '--cache-location', '.cache/eslint/'];
  await runCommand(modulePath('eslint/bin/eslint.js'), [...cache, '.']);
  const levels = ['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'warning'];
  await runCommand(modulePath('@astrojs/check/bin/astro-check.js'), levels);
}

/** Tests that ask for the sample's courses and people: an institute of its own has others. */
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
    run: () => sideBySide([findServices('test'), buildIfNeeded(), checkFiles()]),
  },
  { name: 'lint, types and unit tests', run: () => sideBySide([checkCode(), vitest('unit', ...unit)]) },
  { name: 'HTTP tests', run: () => vitest('http', ...http) },
  ...(isBrowserTested ? [{ name: 'browser tests', run: () => playwright('browser') }] : []),
];

await run(
  steps,
  site.isSample
    ? []
    : ['src/site.ts names an institute of its own: tests that ask for the sample’s courses were left out.'],
);
