import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { addDays, dayIn } from '#lib/content/terms.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { buildIfNeeded } from './build-site.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { findServices } from './find-services.ts';
import { runCommand } from './run-command.ts';
import { readTestReports, type TestReport } from './test-reports.ts';
import { createTestRun, runInParallel } from './test-run.ts';

type Round = { name: string; isBusy?: boolean; seed?: number; at?: Date; isSlow?: boolean };

/**
 * `npm run prove -- [slow|quiet|busy|shuffled|dates] [ROUNDS] [--day YYYY-MM-DD]`: runs the tests of `npm test` again and
 * again and prints those that were not green each time. The slow round runs those in a browser, with scripts that arrive
 * late. With `--day`, the rounds without a date of their own run as on that day.
 */
await exitOnError(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { day: { type: 'string' } },
  });
  const [kind, count = '10'] = positionals;
  const day = values.day === undefined ? {} : { at: noonOf(values.day) };
  const rounds = roundsOf(Number(count))
    .filter(({ name }) => !kind || name.startsWith(kind))
    .map((round) => ({ ...day, ...round }));
  if (rounds.length === 0)
    throw new Error(`there are no rounds "${kind}": choose from slow, quiet, busy, shuffled, dates`);
  await findServices('test');
  await buildIfNeeded();

  const red = new Map<string, { message: string; rounds: string[] }>();
  let green = 0;
  for (const round of rounds) {
    const started = performance.now();
    const { passed, failures } = await runRound(round);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    if (failures.length === 0) green += 1;
    console.log(`\nlectern: ${round.name}: ${passed} passed, ${failures.length} failed, ${seconds} s`);
    for (const { file, title, message } of failures) {
      const test = `${file} > ${title}`;
      const before = red.get(test)?.rounds ?? [];
      red.set(test, { message, rounds: [...before, round.name] });
    }
  }
  if (rounds.some(({ at }) => at)) await runCommand('src/command/publish-content.ts');

  console.log(`\nlectern: ${green} of ${rounds.length} rounds were green`);
  for (const [test, { message, rounds: names }] of red) {
    console.log(`${names.length} x ${test}\n    ${message}\n    in ${names.join(', ')}`);
  }
  if (green < rounds.length) process.exitCode = 1;
});

function roundsOf(count: number): Round[] {
  const repeated = (name: string, more: (round: number) => Partial<Round>) =>
    Array.from({ length: count }, (_, at) => ({ name: `${name} ${at + 1}`, ...more(at + 1) }));
  return [
    { name: 'slow line', isSlow: true },
    ...repeated('quiet', () => ({})),
    ...repeated('busy', () => ({ isBusy: true })),
    ...repeated('shuffled', (round) => {
      const seed = Math.floor(Date.now() / 1000) + round;
      return { seed, name: `shuffled with seed ${seed}` };
    }),
    ...datesFrom(new Date()).map((at) => ({ name: `dates ${at.toISOString()}`, at })),
  ];
}

/** @throws Error if it is not a day */
function noonOf(day: string): Date {
  if (!z.iso.date().safeParse(day).success)
    throw new Error(`"${day}" is not a day: write it like 2027-06-14`);
  return new Date(`${day}T12:00:00Z`);
}

/** Dates on which software fails: before a term, when clocks change, at the end of a year, on a leap day. */
function datesFrom(now: Date): Date[] {
  const { timeZone, terms } = institute();
  const today = dayIn(timeZone, now);
  const year = Number(today.slice(0, 4));
  const leapYear = [1, 2, 3, 4].map((more) => year + more).find((each) => each % 4 === 0);
  const nextTerm = listTerms(terms, today).find(({ starts }) => starts > addDays(today, 1));
  // The last Sunday of March: clocks change at 01:00 UTC in Europe.
  const march = new Date(Date.UTC(year + 1, 2, 31));
  march.setUTCDate(31 - march.getUTCDay());
  return [
    ...(nextTerm ? [new Date(`${addDays(nextTerm.starts, -1)}T12:00:00Z`)] : []),
    new Date(`${march.toISOString().slice(0, 10)}T00:50:00Z`),
    new Date(`${year}-12-31T23:50:00Z`),
    new Date(`${leapYear}-02-29T12:00:00Z`),
  ];
}

/** Runs all tests of `npm test`. A run that ends without a report counts as a failure. */
async function runRound({
  name,
  isBusy,
  seed,
  at,
  isSlow,
}: Round): Promise<Pick<TestReport, 'passed' | 'failures'>> {
  const folder = '.cache/prove';
  const { vitest, playwright } = createTestRun(folder);
  const environment = {
    ...(at && { TEST_CLOCK_OFFSET: String(at.getTime() - Date.now()) }),
    ...preload([...(at ? ['shift-clock'] : []), ...(isSlow ? ['slow-line'] : [])]),
  };
  console.log(`\n== ${name}`);
  // Pages show what is next, so they are published on the same day.
  if (at) await runCommand('src/command/publish-content.ts', [], environment);
  const busy = isBusy ? Array.from({ length: availableParallelism() + 1 }, startBusyLoop) : [];
  let problem = '';
  const note = (error: unknown) => void (problem = messageOf(error));
  try {
    const selection = { environment, ...(seed !== undefined && { seed }) };
    if (!isSlow) await vitest('unit', selection).catch(note);
    const others = isSlow ? [] : [vitest('http', selection)];
    await runInParallel([...others, playwright('browser', { environment })]).catch(note);
  } finally {
    for (const loop of busy) loop.kill();
  }
  const { passed, failures } = readTestReports(folder);
  const unnamed =
    problem && failures.length === 0 ? [{ file: name, title: 'the run', message: problem }] : failures;
  return { passed, failures: unnamed };
}

/** Loads modules of `test` into each Node process of a round. */
function preload(modules: readonly string[]): NodeJS.ProcessEnv {
  const options = modules.map((module) => `--import=${resolve('test', `${module}.mjs`)}`);
  return options.length > 0 ? { NODE_OPTIONS: options.join(' ') } : {};
}

function startBusyLoop(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
}
