import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { createImportFiles, findInFolder } from './import-files.ts';

test('copies of read-only files can be written to', () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'plan.pdf'), 'plan', { mode: 0o444 });
  const publicDir = join(folder, 'public');
  const files = createImportFiles(
    { contentDir: join(folder, 'content'), publicDir },
    { findFile: ({ pathname }) => findInFolder(folder, pathname) },
  );

  files.copyDownload(new URL('https://old.example/plan.pdf'));

  expect(statSync(join(publicDir, 'plan.pdf')).mode & 0o200).toBe(0o200);
});
