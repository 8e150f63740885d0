import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { copyWritable } from './copy-writable.ts';

test('the owner may write to copies of read-only files and folders', () => {
  const folder = makeFolder();
  const from = join(folder, 'from');
  mkdirSync(join(from, 'inner'), { recursive: true });
  writeFileSync(join(from, 'inner/file'), 'text', { mode: 0o444 });
  chmodSync(join(from, 'inner'), 0o555);
  onTestFinished(() => {
    chmodSync(join(from, 'inner'), 0o755);
  });

  copyWritable(from, join(folder, 'to'));

  expect(readFileSync(join(folder, 'to/inner/file'), 'utf8')).toBe('text');
  const modes = ['to', 'to/inner', 'to/inner/file'].map((path) => statSync(join(folder, path)).mode & 0o200);
  expect(modes).toEqual([0o200, 0o200, 0o200]);
});
