import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite, isBuilt } from './build-site.ts';
import { exitOnFault } from './exit-on-fault.ts';
import { findServices } from './find-services.ts';
import { runCommand } from './run-command.ts';
import { site } from '../src/site.ts';

const reports = '.cache/test';
const modules = (path: string) => join('node_modules', path);

/** Tests that ask for the sample's courses and people, and what an institute of its own has instead. */
const unitOptions = site.isSample ? [] : ['--exclude', 'src/content-consistency.test.ts'];
const httpProjects = site.isSample ? ['http', 'http-besides'] : ['http-any-institute'];

/** Every step that a change must pass, the quickest first. The first that fails ends the run. */
const allSteps: { name: string; run: () => Promise<void>; isOfSample?: true }[] = [
  { name: 'services for the tests', run: findServices },
  {
    name: 'lockfile holds every platform',
    run: () => runCommand('scripts/complete-lockfile.ts', ['--check']),
  },
  {
    name: 'format',
    run: () => runCommand(modules('prettier/bin/prettier.cjs'), ['--check', '--log-level', 'warn', '.']),
  },
  {
    name: 'build',
    run: async () => {
      if (!isBuilt()) await buildSite();
    },
  },
  { name: 'content', run: () => runCommand('scripts/check-content.ts', []) },
  {
    // Each keeps one core busy.
    name: 'types and lint',
    run: () =>
      sideBySide([
        runCommand(modules('@astrojs/check/bin/astro-check.js'), [
          '--minimumSeverity',
          'hint',
          '--minimumFailingSeverity',
          'warning',
        ]),
        runCommand(modules('eslint/bin/eslint.js'), ['--cache', '--cache-location', '.cache/eslint/', '.']),
      ]),
  },
  { name: 'unit tests', run: () => runVitest('unit', ...unitOptions) },
  // Most of them wait for something; each half keeps to one file at a time.
  { name: 'HTTP tests', run: () => sideBySide(httpProjects.map((name) => runVitest(name))) },
  {
    name: 'browser tests',
    isOfSample: true,
    run: () =>
      runCommand(modules('@playwright/test/cli.js'), ['test'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/playwright.json`,
      }),
  },
];

const ownContent =
  'src/site.ts says that this is an institute of its own: tests that ask for the sample’s courses were left out.';
const steps = allSteps.filter(({ isOfSample }) => site.isSample || !isOfSample);

await exitOnFault(async () => {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const started = performance.now();
  for (const [index, { name, run }] of steps.entries()) {
    console.log(`\n== ${index + 1} of ${steps.length}: ${name} (${seconds(started)} so far)`);
    await run();
  }
  console.log(`\nlectern: all ${steps.length} steps passed in ${seconds(started)}`);
  console.log(`${countPassed()} passed, 0 failed`);
  if (!site.isSample) console.log(ownContent);
});

/** Waits for all of them, so that nothing runs on behind a fault. @throws Error of the first that failed */
async function sideBySide(runs: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(runs);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function runVitest(project: string, ...options: string[]): Promise<void> {
  const report = `--outputFile.json=${reports}/${project}.json`;
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', report, ...options];
  return runCommand(modules('vitest/vitest.mjs'), args);
}

/** Tests that ran, from the runners' own reports. @throws Error when a runner ran none or left one out */
function countPassed(): number {
  const vitest = ['unit', ...httpProjects].map(
    (project) =>
      JSON.parse(readFileSync(`${reports}/${project}.json`, 'utf8')) as {
        numPassedTests: number;
        numPendingTests: number;
      },
  );
  const browser = site.isSample ? [readBrowserReport().stats] : [];
  const passed = [
    ...vitest.map((report) => report.numPassedTests),
    ...browser.map(({ expected }) => expected),
  ];
  const left = [
    ...vitest.map((report) => report.numPendingTests),
    ...browser.map(({ skipped, flaky }) => skipped + flaky),
  ].reduce((sum, count) => sum + count, 0);
  if (passed.includes(0)) throw new Error('a test runner ran no test');
  if (left > 0) throw new Error('a test was skipped or flaky');
  return passed.reduce((sum, count) => sum + count, 0);
}

type BrowserReport = { stats: { expected: number; skipped: number; flaky: number } };

function readBrowserReport(): BrowserReport {
  return JSON.parse(readFileSync(`${reports}/playwright.json`, 'utf8')) as BrowserReport;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}
