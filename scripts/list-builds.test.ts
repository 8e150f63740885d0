import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { makeBuildFolder, swapIn } from './list-builds.ts';

function temporaryOutDir(): string {
  const folder = makeFolder();
  return join(folder, 'dist');
}

function build(outDir: string, number: number): string {
  const folder = makeBuildFolder(outDir, new Date(Date.UTC(2027, 0, number)));
  writeFileSync(join(folder, 'number'), String(number));
  swapIn(outDir, folder);
  return folder;
}

test('the output folder links to the newest build', () => {
  const outDir = temporaryOutDir();

  const found = [1, 2].map((number) => {
    build(outDir, number);
    return readFileSync(join(outDir, 'number'), 'utf8');
  });

  expect(found).toEqual(['1', '2']);
});

test('an unfinished build does not change the output folder', () => {
  const outDir = temporaryOutDir();
  build(outDir, 1);

  writeFileSync(join(makeBuildFolder(outDir), 'number'), 'half');

  expect(readFileSync(join(outDir, 'number'), 'utf8')).toBe('1');
});

test('an older build stays readable until two newer ones exist', () => {
  const outDir = temporaryOutDir();
  build(outDir, 1);
  const served = join(realpathSync(outDir), 'number');

  const found = [2, 3, 4].map((number) => {
    build(outDir, number);
    return existsSync(served);
  });

  expect(found).toEqual([true, true, false]);
  expect(readdirSync(`${outDir}.builds`)).toHaveLength(3);
});

test('swapIn replaces a folder with the link', () => {
  const outDir = temporaryOutDir();
  mkdirSync(outDir);
  writeFileSync(join(outDir, 'number'), 'old');

  build(outDir, 1);

  expect(readFileSync(join(outDir, 'number'), 'utf8')).toBe('1');
});
