import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { createGit } from './git.ts';

test('git that takes too long is given up, although its process for the network does not end', async () => {
  const folder = makeFolder();
  // The process for the network ends with the test.
  const script = `#!/bin/sh\nwhile [ -d ${folder} ]; do sleep 1; done > /dev/null &\nexec sleep 600\n`;
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
  const git = createGit(folder, { PATH: `${folder}:${process.env['PATH']}` });

  const listed = git.records(['ls-remote'], { max: 1, separator: '\n' }, { timeout: 500 });

  await expect(listed).rejects.toThrow('git ls-remote took too long');
});
