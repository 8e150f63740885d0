import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHelperProcess, type HelperProcess } from '#app/helper-process.ts';
import { makeFolder } from '#test/temporary-folder.ts';

let folder: string;
let helper: HelperProcess<string, number>;

/** Answers with its process id. `crash` ends it, `hang` blocks it, `fail` is an error. */
const script = `
import { answerParent } from ${JSON.stringify(new URL('../../src/app/answer-parent.ts', import.meta.url).href)};
answerParent((request) => {
  if (request === 'crash') process.exit(3);
  if (request === 'hang') for (;;);
  if (request === 'fail') throw new Error('no');
  return process.pid;
});`;

function open(times: { start?: number; answer?: number; idle?: number } = {}, source = script) {
  const file = join(folder, 'process.mjs');
  writeFileSync(file, source);
  helper = createHelperProcess({ file, environment: {}, times: { idle: 600_000, ...times } });
}

const isGone = (pid: number) => expect(() => process.kill(pid, 0)).toThrow();

beforeEach(() => {
  folder = makeFolder();
});

afterEach(() => {
  helper.close();
});

test('answers in one process, which survives a failing request', async () => {
  open();

  const [first, second] = await Promise.all([helper.ask('a'), helper.ask('b')]);
  await expect(helper.ask('fail')).rejects.toThrow('no');

  expect(second).toBe(first);
  expect(first).not.toBe(process.pid);
  expect(await helper.ask('c')).toBe(first);
});

test('a crash fails one request, and the next one gets a new process', async () => {
  open();
  const first = await helper.ask('a');

  const crash = helper.ask('crash');
  const next = helper.ask('b');

  await expect(crash).rejects.toThrow('code 3');
  expect(await next).not.toBe(first);
});

test('kills the process of a request that takes too long, and answers those that wait', async () => {
  open({ answer: 300 });
  const first = await helper.ask('a');

  const slow = helper.ask('hang');
  const next = helper.ask('b');

  await expect(slow).rejects.toThrow('took longer than 0.3 s');
  expect(await next).not.toBe(first);
  await vi.waitFor(() => isGone(first), { timeout: 10_000 });
});

test('ends the process when it is idle, also without a request, and starts it for the next one', async () => {
  open({ idle: 50 });
  await helper.start();
  const first = await helper.ask('a');

  await vi.waitFor(() => isGone(first), { timeout: 10_000 });

  expect(await helper.ask('b')).not.toBe(first);
});

test('a process that does not start fails the requests that wait for it', async () => {
  open({}, 'process.exit(4);');

  await expect(helper.start()).rejects.toThrow('code 4');
  await expect(helper.ask('a')).rejects.toThrow('code 4');
});

test('closing fails the request in progress and later ones', async () => {
  open();
  await helper.start();

  const settled = Promise.allSettled([helper.ask('hang'), helper.ask('a')]);
  setImmediate(() => helper.close());
  const reasons = (await settled).map((each) => each.status === 'rejected' && String(each.reason));

  expect(reasons).toEqual([expect.stringContaining('SIGKILL'), expect.stringContaining('closed')]);
});
