import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGit } from './git.ts';

test('git that takes too long is given up, although its process for the network does not end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'git-'));
  const pidFile = join(folder, 'pid');
  writeFileSync(
    join(folder, 'git'),
    `#!/bin/sh\nsleep 600 > /dev/null &\necho $! > ${pidFile}\nexec sleep 600\n`,
  );
  chmodSync(join(folder, 'git'), 0o755);
  onTestFinished(() => {
    process.kill(Number(readFileSync(pidFile, 'utf8')));
    rmSync(folder, { recursive: true });
  });
  const git = createGit(folder, { PATH: `${folder}:${process.env['PATH']}` });

  const listed = git.records(['ls-remote'], { max: 1, separator: '\n' }, { timeout: 500 });

  await expect(listed).rejects.toThrow('git ls-remote took too long');
});
