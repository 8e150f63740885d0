import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest } from '#lib/content/manifest.ts';
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
  const html = { file: 'published/used.html' };
  const manifest = {
    pages: [{ html, markdown: html }],
    files: [],
    serverFiles: { snapshot: null },
  } as unknown as Manifest;
  const cleanUp = createCleanUp({ outDir, sourcesFolder: 'sources', grace: 1000 });
  const left = () =>
    ['published/used.html', 'published/used.html.br', 'published/old.html', 'sources/a', 'sources/b'].filter(
      (file) => existsSync(join(outDir, file)),
    );

  await cleanUp([manifest], ['a'], 0);
  await cleanUp([manifest], ['a', 'b'], 999);
  expect(left()).toHaveLength(5);
  await cleanUp([manifest], ['a'], 1000);
  expect(left()).toEqual(['published/used.html', 'published/used.html.br', 'sources/a', 'sources/b']);
  await cleanUp([manifest], ['a'], 2000);
  expect(left()).toEqual(['published/used.html', 'published/used.html.br', 'sources/a']);
});
