import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { createCleanUp } from './clean-up.ts';

test('removes files of earlier publications once they have been unused for the grace period', async () => {
  const outDir = makeFolder();
  for (const file of [
    'published/used.html',
    'published/used.html.br',
    'published/old.html',
    'sources/a',
    'sources/b',
  ]) {
    mkdirSync(join(outDir, file, '..'), { recursive: true });
    writeFileSync(join(outDir, file), '');
  }
  const used = (...sources: string[]) => new Set(['published/used.html', ...sources]);
  const cleanUp = createCleanUp({ outDir, sourcesFolder: 'sources', grace: 1000 });
  const left = () =>
    ['published/used.html', 'published/used.html.br', 'published/old.html', 'sources/a', 'sources/b'].filter(
      (file) => existsSync(join(outDir, file)),
    );

  await cleanUp(used('sources/a'), 0);
  await cleanUp(used('sources/a', 'sources/b'), 999);
  expect(left()).toHaveLength(5);
  await cleanUp(used('sources/a'), 1000);
  expect(left()).toEqual(['published/used.html', 'published/used.html.br', 'sources/a', 'sources/b']);
  await cleanUp(used('sources/a'), 2000);
  expect(left()).toEqual(['published/used.html', 'published/used.html.br', 'sources/a']);
});
