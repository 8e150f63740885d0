import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFolder } from '#test/check-content-files.ts';
import { makeContentFolder } from '#test/content-folder.ts';
import { corpusDir } from './corpus-dir.ts';

test('a real handbook that was written for another system has no fatal problems', async () => {
  const directory = makeContentFolder();
  symlinkSync(join(corpusDir(), 'tts-handbook'), join(directory, 'handbook'));

  const { problems } = await checkFolder(directory);

  expect(problems.length).toBeGreaterThan(100);
  expect(problems.filter(({ severity }) => severity === 'fatal')).toEqual([]);
});
