import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';
import { messageOf } from '#lib/http/message-of.ts';

export type Step = { name: string; run: () => Promise<void> };

/** Selects test files; all run by default. */
type Selection = {
  /** Parts of file names. */
  only?: readonly string[];
  excluded?: readonly string[];
  /** Files that the tests import, directly or indirectly. */
  related?: readonly string[];
};

type TestRun = {
  /** Runs one project of vitest.config.ts. */
  vitest: (project: string, selection?: Selection) => Promise<void>;
  /** Runs one project of playwright.config.ts. */
  playwright: (project: string, selection?: Pick<Selection, 'only'>) => Promise<void>;
  /** Runs the steps in order until one fails. The last line of output is `N passed, N failed`. */
  run: (steps: readonly Step[], notes?: readonly string[]) => Promise<void>;
};

/** Creates the runner of a test command. @param folder for the reports of Vitest and Playwright */
export function createTestRun(folder: string): TestRun {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Tests start hundreds of processes, which share compiled code through this cache.
  process.env['NODE_COMPILE_CACHE'] ??= resolve(folder, 'compiled');
  const started = performance.now();
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;

  return {
    vitest(project, { only = [], excluded = [], related } = {}) {
      const report = `--outputFile.json=${join(folder, `${project}.json`)}`;
      const filters = [...only, ...excluded.flatMap((file) => ['--exclude', file])];
      const mode = related ? ['related', '--run', '--passWithNoTests', ...related] : ['run', ...filters];
      const options = ['--project', project, '--reporter=default', '--reporter=json', report];
      return runCommand(modulePath('vitest/vitest.mjs'), [...mode, ...options]);
    },
    playwright: (project, { only = [] } = {}) =>
      runCommand(modulePath('@playwright/test/cli.js'), ['test', `--project=${project}`, ...only], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, `playwright-${project}.json`),
      }),
    async run(steps, notes = []) {
      let problem = '';
      for (const [index, { name, run }] of steps.entries()) {
        console.log(`\n== ${index + 1} of ${steps.length}: ${name} (${elapsed()} so far)`);
        problem = await run().then(() => '', messageOf);
        if (problem) break;
      }
      const reports = globSync('*.json', { cwd: folder }).map((file) => readReport(join(folder, file)));
      const { passed, failed, skipped } = sum(reports);
      if (!problem && skipped > 0) problem = `${skipped} tests were skipped or flaky`;
      const slowest = reports.flatMap(({ files }) => files).toSorted((a, b) => b.seconds - a.seconds);
      console.log(`\nlectern: ${problem || `all ${steps.length} steps passed`} after ${elapsed()}`);
      for (const { name, seconds } of slowest.slice(0, 5)) console.log(`  ${seconds.toFixed(1)} s  ${name}`);
      for (const note of notes) console.log(note);
      // A failed step without tests, such as lint, counts as one failure.
      console.log(`${passed} passed, ${problem ? Math.max(failed, 1) : 0} failed`);
      if (problem) process.exit(1);
    },
  };
}

export function modulePath(path: string): string {
  return join('node_modules', path);
}

/** Waits for all runs, even after one has failed. @throws Error of the first failure */
export async function runInParallel(runs: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(runs);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

type Report = {
  passed: number;
  failed: number;
  skipped: number;
  files: { name: string; seconds: number }[];
};

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numPendingTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
  suites: { file: string; specs: { tests: { results: { duration: number }[] }[] }[] }[];
};

function readReport(file: string): Report {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport;
  if ('stats' in report) {
    const { expected, unexpected, skipped, flaky } = report.stats;
    const files = report.suites.map(({ file: name, specs }) => ({
      name: `${name} (browser)`,
      seconds: total(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)).map(durationOf)),
    }));
    return { passed: expected, failed: unexpected, skipped: skipped + flaky, files };
  }
  return {
    passed: report.numPassedTests,
    // A file that fails to load reports no tests.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites),
    skipped: report.numPendingTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: name.replace(`${process.cwd()}/`, ''),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

function durationOf({ duration }: { duration: number }): number {
  return duration / 1000;
}

function sum(reports: readonly Report[]): Omit<Report, 'files'> {
  return {
    passed: total(reports.map(({ passed }) => passed)),
    failed: total(reports.map(({ failed }) => failed)),
    skipped: total(reports.map(({ skipped }) => skipped)),
  };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((first, second) => first + second, 0);
}
