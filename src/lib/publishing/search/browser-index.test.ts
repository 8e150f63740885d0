import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Manifest, PublishedPage } from '#lib/build-format/manifest.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { addBrowserIndex, dropOldBrowserIndex, hasBrowserIndex, makeBrowserIndex } from './browser-index.ts';

let outDir: string;

beforeEach(() => {
  outDir = makeFolder();
});

const robots = { path: '/robots.txt', immutable: false, madeFrom: 'content' as const, ...body('robots.txt') };

function body(file: string, etag = '"1"') {
  return { file, contentType: 'text/html', etag, bytes: 1, br: null, gzip: null };
}

function publish(texts: Readonly<Record<string, string>>): Manifest {
  const pages = Object.entries(texts).map(([name, text]): PublishedPage => {
    const file = `${name}.html`;
    const html = `<html lang="en"><title>${name}</title><main><article><h1>${name}</h1><p>${text}</p></article></main>`;
    writeFileSync(join(outDir, file), html);
    return {
      path: `/${name}`,
      markdownPath: `/${name}.md`,
      type: 'page',
      title: name,
      description: '',
      updated: null,
      status: 200,
      inlineCode: 0,
      html: body(file, `"${text}"`),
      markdown: body(`${name}.md`),
    };
  });
  return { pages, files: [robots] } as unknown as Manifest;
}

const make = (manifest: Manifest) => makeBrowserIndex(manifest, { outDir, onDemandPages: [] });
const addressesOf = (manifest: Manifest | undefined) => manifest?.files.map(({ path }) => path) ?? [];

test('addBrowserIndex adds an index of the current pages, with one fragment per page', async () => {
  const manifest = publish({ peat: 'Bogs hold water.', soil: 'Soil holds air.' });

  const added = addBrowserIndex(manifest, { outDir, index: await make(manifest) });

  const addresses = addressesOf(added);
  expect(addresses).toEqual(expect.arrayContaining(['/pagefind/pagefind.js', '/robots.txt']));
  expect(addresses.filter((path) => path.startsWith('/pagefind/fragment/'))).toHaveLength(2);
  expect(addresses).toEqual(addresses.toSorted());
});

test('addBrowserIndex refuses an index if its pages have changed or its files are missing', async () => {
  const manifest = publish({ peat: 'Bogs hold water.' });
  const index = await make(manifest);
  const changed = publish({ peat: 'Bogs hold much water.' });

  expect(addBrowserIndex(changed, { outDir, index })).toBeUndefined();
  rmSync(join(outDir, index.files[0]?.file ?? ''));
  expect(addBrowserIndex(manifest, { outDir, index })).toBeUndefined();
});

test('dropOldBrowserIndex drops the index only if a page was changed, added or removed', async () => {
  const manifest = publish({ peat: 'Bogs hold water.', soil: 'Soil holds air.' });
  const previous = addBrowserIndex(manifest, { outDir, index: await make(manifest) })!;
  const next = (texts: Readonly<Record<string, string>>) =>
    hasBrowserIndex(dropOldBrowserIndex({ ...previous, pages: publish(texts).pages }, previous));

  expect(next({ peat: 'Bogs hold water.', soil: 'Soil holds air.' })).toBe(true);
  expect(next({ peat: 'Bogs hold much water.', soil: 'Soil holds air.' })).toBe(false);
  expect(next({ peat: 'Bogs hold water.' })).toBe(false);
  expect(next({ peat: 'Bogs hold water.', soil: 'Soil holds air.', weir: 'New.' })).toBe(false);
});
