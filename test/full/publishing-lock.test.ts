import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockPublishing } from '#lib/publishing/activation/publication-requests.ts';

test('only one process publishes at a time, and a killed process releases the lock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const module = resolve('src/lib/publishing/activation/publication-requests.ts');
  const script = (end: string) =>
    `import { lockPublishing } from ${JSON.stringify(module)};
     const lock = lockPublishing(${JSON.stringify(folder)});
     console.log(lock ? 'locked' : 'taken'); ${end}`;
  const run = (end = '') =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script(end)],
      {
        encoding: 'utf8',
      },
    );

  const own = lockPublishing(folder);
  expect(own).toBeDefined();
  expect(run().stdout).toBe('taken\n');
  own?.release();

  expect(run("process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});")).toMatchObject({
    stdout: 'locked\n',
    signal: 'SIGKILL',
  });
  const after = lockPublishing(folder);
  expect(after).toBeDefined();
  after?.release();
});
