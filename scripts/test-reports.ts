import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The result of one run of Vitest or Playwright. */
export type TestReport = {
  passed: number;
  skipped: number;
  failures: TestFailure[];
  files: { name: string; seconds: number }[];
};

type TestFailure = {
  file: string;
  title: string;
  /** The first line of the error. */
  message: string;
};

type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightSuite = {
  file: string;
  specs: {
    title: string;
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
};

type PlaywrightReport = {
  stats: { expected: number; skipped: number };
  suites: PlaywrightSuite[];
  /** Errors outside of tests, such as a server that does not start. */
  errors: { message?: string }[];
};

/** Reads the reports that a test command wrote to a folder. A run that was stopped has no report. */
export function readTestReports(folder: string): TestReport {
  const reports = globSync('*.json', { cwd: folder }).map((file) => {
    const report = JSON.parse(readFileSync(join(folder, file), 'utf8')) as VitestReport | PlaywrightReport;
    return 'stats' in report ? readPlaywright(report) : readVitest(report);
  });
  return {
    passed: total(reports.map(({ passed }) => passed)),
    skipped: total(reports.map(({ skipped }) => skipped)),
    failures: reports.flatMap(({ failures }) => failures),
    files: reports.flatMap(({ files }) => files),
  };
}

function readVitest({ numPassedTests, numPendingTests, testResults }: VitestReport): TestReport {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = pathOf(name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file, title: test.fullName, message: firstLine(test.failureMessages[0]) }));
    // A file that does not load, or whose set-up fails, has no failed tests.
    if (failed.length > 0 || status !== 'failed') return failed;
    return [{ file, title: 'the file as a whole', message: firstLine(message) }];
  });
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: pathOf(name),
    seconds: (endTime - startTime) / 1000,
  }));
  return { passed: numPassedTests, skipped: numPendingTests, failures, files };
}

function readPlaywright({ stats, suites, errors }: PlaywrightReport): TestReport {
  const specs = suites.flatMap(specsOf);
  const failures = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file,
        title,
        message: firstLine(results.find(({ error }) => error)?.error?.message),
      })),
  );
  const outside = errors.map(({ message }) => ({
    file: 'Playwright',
    title: 'outside of tests',
    message: firstLine(message),
  }));
  const files = suites.map((suite) => ({
    name: `${suite.file} (browser)`,
    seconds: total(
      specsOf(suite).flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(durationOf))),
    ),
  }));
  return { passed: stats.expected, skipped: stats.skipped, failures: [...failures, ...outside], files };
}

function specsOf({
  file,
  specs,
  suites = [],
}: PlaywrightSuite): (PlaywrightSuite['specs'][number] & { file: string })[] {
  return [...specs.map((spec) => ({ ...spec, file })), ...suites.flatMap(specsOf)];
}

function durationOf({ duration }: { duration: number }): number {
  return duration / 1000;
}

function pathOf(name: string): string {
  return name.replace(`${process.cwd()}/`, '');
}

function firstLine(message = ''): string {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n');
  return line.slice(0, 200);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((first, second) => first + second, 0);
}
