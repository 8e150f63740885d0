import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTextProbe } from '#app/publisher/text-probe.ts';

const fileOf = (body: string, path = 'pages/a.mdx') => ({
  path,
  hash: '',
  text: `---\ntitle: A\n---\n${body}`,
});

function childProcesses(): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return all
    .filter((line) => line.includes('text-probe-process'))
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parent]) => (parent === process.pid && pid ? [pid] : []));
}

// Starts a process, because the texts crash or block it.
test.for([
  ['tags', `${'<b>'.repeat(14_000)}x${'</b>'.repeat(14_000)}`],
  ['brackets of an expression', `{${'['.repeat(50_000)}1${']'.repeat(50_000)}}`],
  ['emphasis', `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`],
] as const)('refuses nested %s, and reads other texts', async ([, body]) => {
  const { probe, problemOf } = createTextProbe();
  const [bad, good] = [fileOf(body), fileOf('Text.\n')];

  await probe([bad, good]);

  expect(problemOf(bad)?.message).toContain('the text below cannot be read');
  expect(problemOf(good)).toBeUndefined();
});

test('refuses a text that takes too long to parse, and one that is too long', async () => {
  const { probe, problemOf } = createTextProbe({ limit: 3_000 });
  const [slow, long] = [fileOf('> '.repeat(64_000)), fileOf('a '.repeat(300_000))];

  await probe([slow, long]);

  expect(problemOf(slow)?.message).toContain('the text below cannot be read');
  expect(problemOf(long)?.message).toBe('the file is longer than 128 KiB');
});

test('reads a text that waits for the CPU longer than it may take', async () => {
  const { probe, problemOf } = createTextProbe({ limit: 1_000 });
  const others = new Set(childProcesses());
  await probe([fileOf('First.\n')]);
  const [child] = childProcesses().filter((each) => !others.has(each));
  const text = fileOf('Second.\n');

  process.kill(child!, 'SIGSTOP');
  const probed = probe([text]);
  await setTimeout(2_000);
  process.kill(child!, 'SIGCONT');
  await probed;

  expect(problemOf(text)).toBeUndefined();
});

test('refuses the remaining texts of a call after many that cannot be read', async () => {
  const { probe, problemOf } = createTextProbe({ maxFailures: 1 });
  const files = [fileOf(`{${'['.repeat(50_000)}1${']'.repeat(50_000)}}`), fileOf('Text.\n')];

  await probe(files);
  const later = fileOf('Another.\n');
  await probe([later]);

  expect(problemOf(files[1]!)?.message).toContain('many other new files');
  expect(problemOf(later)).toBeUndefined();
});
