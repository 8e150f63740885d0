import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent } from '#lib/content/check.ts';
import { formatProblems, isBuildStopped } from '#lib/content/checking/problem.ts';
import { makeContentFolder } from '#test/content-folder.ts';
import { sampleInstitute } from '#test/sample-institute.ts';
import { corpusDir } from './corpus-dir.ts';

test('a real handbook, made for another system, does not stop a build', async () => {
  const directory = makeContentFolder();
  symlinkSync(join(corpusDir(), 'tts-handbook'), join(directory, 'handbook'));

  const problems = await checkContent({ directory, institute: sampleInstitute, today: '2026-11-21' });

  expect(problems.length).toBeGreaterThan(100);
  expect(
    isBuildStopped(problems),
    formatProblems(problems.filter(({ severity }) => severity === 'fatal')),
  ).toBe(false);
});
