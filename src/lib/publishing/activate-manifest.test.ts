import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { listManifests } from '#lib/delivery/read-manifest.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { activateManifest } from './activate-manifest.ts';

test('activateManifest keeps four manifests, the last one under the newest name even after the clock was set back', async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'manifests'));
  for (const day of [1, 2, 3, 4]) {
    writeFileSync(join(folder, 'manifests', `${Date.UTC(2999, 0, day)}.json`), 'earlier');
  }

  const manifest = { isComplete: true, publishedAt: 'now' } as Manifest;
  await activateManifest(folder, manifest);

  const [, newest = ''] = listManifests(folder);
  expect(readFileSync(join(folder, newest), 'utf8')).toBe(JSON.stringify(manifest));
  expect(readdirSync(join(folder, 'manifests'))).toHaveLength(4);
});
