import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCodeManifest } from '#lib/publishing/code-manifest.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { openSiteOfRelease, siteOfRelease } from './release-sites.ts';

test('the folder of a release is made again if a start was killed while it made it', () => {
  const folder = makeFolder();
  const code = join(folder, 'dist');
  const sites = join(folder, 'sites');
  mkdirSync(join(code, 'published'), { recursive: true });
  writeFileSync(join(code, 'published/page'), 'page');
  writeFileSync(join(code, 'routes.json'), '[]');
  writeFileSync(
    join(code, 'manifest.json'),
    JSON.stringify(makeCodeManifest({}, new Date('2026-01-01T00:00Z'))),
  );
  const site = siteOfRelease(sites, code);
  for (const half of [site, `${site}.part`]) {
    mkdirSync(join(half, 'published'), { recursive: true });
    writeFileSync(join(half, 'routes.json'), '');
  }

  const opened = openSiteOfRelease(sites, code);

  expect(opened).toBe(site);
  expect(readdirSync(sites)).toEqual(['20260101000000000']);
  expect(readdirSync(site).toSorted()).toEqual(['manifest.json', 'published', 'routes.json']);
});
