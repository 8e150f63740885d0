import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { lockPublishing } from '#lib/publishing/activation/publication-requests.ts';
import { makeFolder } from '#test/temporary-folder.ts';

test('only one process publishes at a time, and a killed process releases the lock', () => {
  const folder = makeFolder();
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
