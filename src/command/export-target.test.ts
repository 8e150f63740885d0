import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { exportSite } from './export-site.ts';
import { requireExportTarget } from './export-target.ts';

function folderWith(...files: string[]): string {
  const folder = makeFolder();
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

test('an export into a folder with other files is refused and removes none of them', async () => {
  const folder = folderWith('institute.yaml', 'content/pages/about.mdx', 'data/site.sqlite');

  await expect(exportSite(folder)).rejects.toThrow('which the export would remove: name a new folder');

  expect(readdirSync(folder)).toEqual(['content', 'data', 'institute.yaml']);
});

test('an export into a folder with another site in a folder of the same name is refused', () => {
  expect(() => requireExportTarget(folderWith('site/index.html'))).toThrow('such as site');
});

test('an export with other files beside it is not replaced', () => {
  const folder = folderWith('site/index.html', 'nginx/maps.conf', 'cloudflare/worker.js', 'notes.txt');

  expect(() => requireExportTarget(folder)).toThrow('such as notes.txt');
});

test('an export in place of a file is refused', () => {
  expect(() => requireExportTarget(join(folderWith('out'), 'out'))).toThrow('is a file');
});

test('an export may go into a new folder, an empty one, or replace an earlier export', () => {
  const earlier = folderWith('site/index.html', 'nginx/maps.conf', 'cloudflare/worker.js');

  for (const folder of [join(earlier, 'new'), folderWith(), earlier]) requireExportTarget(folder);
});
