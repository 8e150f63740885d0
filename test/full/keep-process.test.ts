import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectLog } from '#test/collected-log.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { keepProcess, type KeptProcess } from '#app/keep-process.ts';

let folder: string;
let kept: KeptProcess | undefined;
let collected: ReturnType<typeof collectLog>;

beforeEach(() => {
  folder = makeFolder();
  collected = collectLog();
});

afterEach(async () => {
  await kept?.stop();
});

const times = { minBackoff: 20, maxBackoff: 60, healthyAfter: 10_000, stopWithin: 300 };
const idle = 'started(); setInterval(() => undefined, 1000);';

/** Runs a script. Its `started()` appends the pid of its process to a file. */
function keep(script: string, options: Partial<typeof times> = {}): void {
  const file = join(folder, 'script.mjs');
  const pids = JSON.stringify(join(folder, 'pids'));
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs';
const started = () => appendFileSync(${pids}, process.pid + '\\n');
${script}`,
  );
  kept = keepProcess({
    name: 'worker',
    file,
    arguments: ['given'],
    environment: { SEEN: 'yes' },
    log: collected.log,
    times: { ...times, ...options },
  });
}

function pids(): number[] {
  const file = join(folder, 'pids');
  if (!existsSync(file)) return [];
  // The file is empty for a moment, and process 0 would be the group of this test.
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const messages = () => collected.lines.map(({ msg }) => msg);
/** Starting a process takes a second on a busy machine. */
const patience = { timeout: 20_000 };
const starts = (count: number) =>
  vi.waitFor(() => expect(pids().length).toBeGreaterThanOrEqual(count), patience);

test('writes the output of the process to the log, with its name and only the given environment', async () => {
  keep(
    `console.log('out', process.argv[2], process.env.SEEN, process.env.PATH); console.error('err'); ${idle}`,
  );

  await vi.waitFor(() => expect(messages()).toHaveLength(2), patience);

  expect(collected.lines).toMatchObject([
    { level: 'info', name: 'worker', msg: 'out given yes undefined' },
    { level: 'warn', name: 'worker', msg: 'err' },
  ]);
});

test('restarts a process that ends, and waits longer each time', async () => {
  keep('started(); process.exit(3);');

  await starts(5);

  const ended = messages().filter((message) => message.startsWith('ended with code 3'));
  expect(ended.slice(0, 4)).toEqual(
    [20, 40, 60, 60].map((backoff) => `ended with code 3; restarting in ${backoff / 1000} s`),
  );
});

test('restarts a process that was killed', async () => {
  keep(idle);
  await starts(1);

  process.kill(pids()[0]!, 'SIGKILL');
  await starts(2);

  expect(messages()).toEqual(['ended with SIGKILL; restarting in 0.02 s']);
});

test('resets the backoff after a process was healthy', async () => {
  keep('started(); setTimeout(() => process.exit(1), 30);', { healthyAfter: 1 });

  await starts(4);

  expect(new Set(messages())).toEqual(new Set(['ended with code 1; restarting in 0.02 s']));
});

test('logs and retries a script that cannot be started', async () => {
  kept = keepProcess({
    name: 'worker',
    file: join(folder, 'none.mjs'),
    arguments: [],
    environment: {},
    log: collected.log,
    times,
  });

  await vi.waitFor(() => {
    expect(messages().filter((message) => message.startsWith('ended with')).length).toBeGreaterThan(1);
  }, patience);
});

test.each([
  ['ends', idle],
  ['ignores SIGTERM', `process.on('SIGTERM', () => undefined); ${idle}`],
])('stop ends a process that %s, and does not restart it', async (_what, script) => {
  keep(script);
  await starts(1);

  await kept?.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));

  await vi.waitFor(() => expect(pids().map(isRunning)).toEqual([false]), patience);
});

test('stop cancels a pending restart', async () => {
  keep('started(); process.exit(1);', { minBackoff: 60_000 });
  await vi.waitFor(() => expect(messages()).toHaveLength(1), patience);

  await kept?.stop();

  expect(pids()).toHaveLength(1);
});
