import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCodeManifest } from '#lib/publishing/code-manifest.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { openSiteOfRelease, siteOfRelease } from './release-sites.ts';

const name = '20260101000000000';

function makeRelease() {
  const folder = makeFolder();
  const [code, sites] = [join(folder, 'dist'), join(folder, 'sites')];
  mkdirSync(join(code, 'published'), { recursive: true });
  writeFileSync(join(code, 'published/page'), 'page');
  writeFileSync(join(code, 'routes.json'), '[]');
  writeFileSync(
    join(code, 'manifest.json'),
    JSON.stringify(makeCodeManifest({}, new Date('2026-01-01T00:00Z'))),
  );
  const site = siteOfRelease(sites, code);
  const makeHalf = (half: string) => {
    mkdirSync(join(half, 'published'), { recursive: true });
    writeFileSync(join(half, 'routes.json'), '');
  };
  return { code, sites, site, makeHalf };
}

test('half a folder that an older release left is made again', () => {
  const { code, sites, site, makeHalf } = makeRelease();
  makeHalf(site);

  const opened = openSiteOfRelease(sites, code);

  expect(opened).toBe(site);
  expect(readdirSync(sites)).toEqual([name]);
  expect(readdirSync(site).toSorted()).toEqual(['manifest.json', 'published', 'routes.json']);
});

test('the part of a killed start is removed later, and that of a server that starts at the same time is not', () => {
  const { code, sites, makeHalf } = makeRelease();
  const [killed, running] = ['killed', 'running'].map((each) => join(sites, `${name}.part-${each}`));
  for (const part of [killed!, running!]) makeHalf(part);
  utimesSync(killed!, 0, 0);
  utimesSync(running!, new Date(), new Date());

  openSiteOfRelease(sites, code);

  expect(readdirSync(sites).toSorted()).toEqual([name, `${name}.part-running`]);
});
