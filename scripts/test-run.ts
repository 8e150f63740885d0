import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';
import { readTestReports } from './test-reports.ts';
import { messageOf } from '#lib/base/message-of.ts';

export type Step = {
  name: string;
  run: () => Promise<void>;
  /** Whether what the step needs is there, after the steps before it. */
  canRun?: () => boolean;
};

/** Selects test files; all run by default. */
type Selection = {
  /** Parts of file names. */
  only?: readonly string[];
  excluded?: readonly string[];
  /** Files that the tests import, directly or indirectly. */
  related?: readonly string[];
  /** Shuffles files and tests in the order of this seed. */
  seed?: number;
  environment?: NodeJS.ProcessEnv;
};

type TestRun = {
  /** Runs one project of vitest.config.ts. @param name of the report, if the project runs twice */
  vitest: (project: string, selection?: Selection, name?: string) => Promise<void>;
  /** Runs one project of playwright.config.ts. */
  playwright: (project: string, selection?: Pick<Selection, 'only' | 'environment'>) => Promise<void>;
  /**
   * Runs the steps in order, also after one has failed. Prints each failure at the end. The last line of output is
   * `N passed, N failed`.
   */
  run: (steps: readonly Step[], options?: RunOptions) => Promise<void>;
};

type RunOptions = {
  notes?: readonly string[];
  /** Milliseconds after which a step is stopped, with the names of the tests that are running. None runs after it. */
  deadline?: number;
};

/** Creates the runner of a test command. @param folder for the reports of Vitest and Playwright */
export function createTestRun(folder: string): TestRun {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Tests start hundreds of processes, which share compiled code through this cache.
  process.env['NODE_COMPILE_CACHE'] ??= resolve('.cache/compiled');
  const started = performance.now();
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const stopping = new AbortController();

  /** Stops at the deadline: the reporters then print the tests that are running. */
  async function runUntil(deadline: number | undefined, run: Step['run']): Promise<void> {
    const timer = deadline === undefined ? undefined : setTimeout(() => stopping.abort(), deadline);
    await run().finally(() => clearTimeout(timer));
  }

  return {
    vitest(project, { only = [], excluded = [], related, seed, environment } = {}, name = project) {
      const report = `--outputFile.json=${join(folder, `${name}.json`)}`;
      const filters = [...only, ...excluded.flatMap((file) => ['--exclude', file])];
      const mode = related ? ['related', '--run', '--passWithNoTests', ...related] : ['run', ...filters];
      const reporters = ['default', 'json', './test/vitest-reporter.ts'].map((each) => `--reporter=${each}`);
      const order = seed === undefined ? [] : ['--sequence.shuffle', `--sequence.seed=${seed}`];
      const options = ['--project', project, ...reporters, report, ...order];
      return runCommand(modulePath('vitest/vitest.mjs'), [...mode, ...options], environment, stopping.signal);
    },
    playwright: (project, { only = [], environment } = {}) =>
      runCommand(
        modulePath('@playwright/test/cli.js'),
        ['test', `--project=${project}`, ...only],
        { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, `playwright-${project}.json`) },
        stopping.signal,
      ),
    async run(steps, { notes = [], deadline } = {}) {
      const isLate = () => stopping.signal.aborted;
      const problems: string[] = [];
      for (const [index, { name, run, canRun = () => true }] of steps.entries()) {
        if (isLate() || !canRun()) {
          problems.push(`${name}: not run`);
          continue;
        }
        console.log(`\n== ${index + 1} of ${steps.length}: ${name} (${elapsed()} so far)`);
        const problem = await runUntil(deadline, run).then(() => '', messageOf);
        if (problem) problems.push(`${name}: ${isLate() ? `stopped after ${elapsed()}: ` : ''}${problem}`);
      }
      const { passed, failures, skipped, files } = readTestReports(folder);
      if (skipped > 0) problems.push(`${skipped} tests were skipped`);

      const state = problems.length > 0 ? 'failed' : `all ${steps.length} steps passed`;
      console.log(`\nlectern: ${state} after ${elapsed()}`);
      for (const { name, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5)) {
        console.log(`  ${seconds.toFixed(1)} s  ${name}`);
      }
      for (const note of notes) console.log(note);
      for (const problem of problems) console.log(`FAILED  ${problem.replaceAll('\n', '\n        ')}`);
      for (const { file, title, message } of failures)
        console.log(`FAILED  ${file} > ${title}\n        ${message}`);
      // A failed step without tests, such as lint, counts as one failure.
      console.log(`${passed} passed, ${problems.length > 0 ? Math.max(failures.length, 1) : 0} failed`);
      if (problems.length > 0) process.exit(1);
    },
  };
}

export function modulePath(path: string): string {
  return join('node_modules', path);
}

/** Waits for all runs, even after one has failed. @throws Error with the messages of all failures */
export async function runInParallel(runs: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(runs);
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [messageOf(result.reason)] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
}
