import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockPublishing, openPublicationRequests } from './publication-requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-requests-'));
const outcome = { pages: 3, changed: 1, seconds: 0.2, refused: '', refusedFiles: 0, warnings: '' };

afterAll(() => rmSync(folder, { recursive: true }));

test('one publication answers all requests that were open when it began', () => {
  const asking = openPublicationRequests(folder);
  const answering = openPublicationRequests(folder);
  const first = asking.ask();
  const second = asking.ask();
  const begun = answering.open();
  const late = asking.ask();

  answering.answer(begun, outcome);

  expect(begun).toEqual([first, second]);
  expect(asking.outcomeOf(first)).toEqual(outcome);
  expect(asking.outcomeOf(second)).toEqual(outcome);
  expect(asking.outcomeOf(late)).toBeUndefined();
  expect(answering.open()).toEqual([late]);
  asking.close();
  answering.close();
});

test('only one process publishes at a time, and a killed process releases the lock', () => {
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
