import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { readPreviousAddresses } from './previous-addresses.ts';

test('lists pages and redirects of a build of the same content', async () => {
  const folder = makeFolder();
  const contentDir = join(folder, 'content');
  const page = { path: '/fees', title: 'Fees', status: 200 } as Manifest['pages'][number];
  const manifest: Pick<Manifest, 'contentDir' | 'pages' | 'redirects'> = {
    contentDir,
    pages: [page, { ...page, path: '/404', status: 404 }],
    redirects: [{ from: '/prices', to: '/fees' }],
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: 2, ...manifest, files: [] }));

  const addresses = await readPreviousAddresses(folder, contentDir);

  expect(addresses).toEqual([expect.objectContaining({ path: '/fees', title: 'Fees' }), { path: '/prices' }]);
  expect(await readPreviousAddresses(folder, join(folder, 'other'))).toEqual([]);
  expect(await readPreviousAddresses(join(folder, 'nowhere'), contentDir)).toEqual([]);
});
