import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { makeCodeManifest } from '#lib/publishing/code-manifest.ts';
import { hashOf } from '#lib/publishing/inline-code.ts';
import type { RenderedPath, RenderedSite } from '#lib/publishing/rendered-site.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import { openPassages } from '#lib/search/open-passages.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { createBuildStore } from './body-store.ts';
import { publishChanges, type ChangeOptions } from './publish-changes.ts';

const css = 'h1{color:green}';
const code = makeCodeManifest({ inlineCode: { scripts: ['onDemand()'], styles: [] } });

/** Publishes a site with these texts as pages. Pages contain the script. */
async function publish(
  previous: Manifest,
  texts: Readonly<Record<string, string>>,
  { outDir = makeFolder(), script = 'shared()' } = {},
) {
  const proved: Manifest[] = [];
  const render = (path: string) =>
    `<html lang="en"><title>Page</title><style>${css}</style><script>${script}</script><main><article><h1>Page</h1><p>${texts[path]}</p></article></main></html>`;
  const site: Partial<RenderedSite> = {
    paths: async () =>
      Object.keys(texts).map((pathname) => ({ pathname, route: { type: 'page' } }) as RenderedPath),
    renderPath: async ({ pathname }) =>
      new Response(render(pathname), { status: texts[pathname] === 'broken' ? 500 : 200 }),
    entries: async () => [],
    editorSettings: async () => ({}) as never,
    theme: async () => ({ css, fonts: [] }) as never,
  };
  const options: Partial<ChangeOptions> = {
    outDir,
    siteUrl: 'https://example.org',
    institute: { name: 'Institute', description: 'Teaches things.', contentSignals: {}, crawlers: [] },
    store: createBuildStore(outDir),
    fonts: { cache: '', address: '/_astro/fonts' },
    publicFiles: [],
    linkPictures: async () => [],
    contactEmail: null,
    now: new Date('2027-01-11T09:00:00Z'),
    site: site as RenderedSite,
    first: new Set<string>(),
    redirects: [],
    report: { day: '2027-01-11', pages: [], problems: [] },
    prove: async (manifest) => void proved.push(manifest),
  };
  const published = await publishChanges(previous, options as ChangeOptions);
  return { ...published, outDir, proved };
}

test('the first publication of a build has pages, twins and both search indexes, and is activated once', async () => {
  const { manifest, outDir, proved } = await publish(code, { '/': 'Peat', '/soil': 'Clay', '/404': 'None' });

  const passages = openPassages(join(outDir, manifest.serverFiles.passages));
  const inPassages = passages.all().map(({ path }) => path);
  passages.close();
  expect(manifest.pages.map(({ path }) => path)).toEqual(['/404', '/', '/soil']);
  expect(inPassages).toEqual(['/', '/soil', ...onDemandPages.map(({ path }) => path)]);
  expect(existsSync(join(outDir, manifest.serverFiles.searchIndex))).toBe(true);
  expect(readFileSync(join(outDir, 'client/soil.md'), 'utf8')).toContain('Clay');
  const files = manifest.files.map(({ file }) => file);
  expect(files).toEqual(expect.arrayContaining(['client/llms.txt', 'client/pagefind/pagefind.js']));
  expect(proved).toEqual([manifest]);
});

test('the first publication of a build decides which inline code later ones may contain', async () => {
  const { manifest, outDir } = await publish(code, { '/': 'Peat', '/404': 'None' });
  const later = await publish(manifest, { '/': 'Peat', '/404': 'None' }, { outDir, script: 'attack()' });

  const hashes = [hashOf('onDemand()'), hashOf('shared()')];
  expect(manifest.inlineCode).toEqual([{ scripts: [hashOf('shared()')], styles: [hashOf(css)] }]);
  expect(manifest.knownCode).toEqual({ scripts: hashes, styles: [] });
  expect(manifest.onDemandCode).toEqual({ scripts: hashes, styles: [] });
  expect(later.manifest.inlineCode).toEqual([{ scripts: [], styles: [hashOf(css)] }]);
});

test('a later publication activates all pages before their search, and has no index for browsers yet', async () => {
  const { manifest, outDir } = await publish(code, { '/': 'Peat', '/404': 'None' });
  const later = await publish(manifest, { '/': 'Moss', '/new': 'Clay', '/404': 'None' }, { outDir });

  const [pages, whole] = later.proved;
  expect(later.changed).toBe(2);
  expect(pages?.serverFiles.searchIndex).toBe(manifest.serverFiles.searchIndex);
  expect(whole?.serverFiles.searchIndex).not.toBe(manifest.serverFiles.searchIndex);
  expect(later.manifest.files.some(({ path }) => path.startsWith('/pagefind/'))).toBe(false);
});

test('a page that cannot be rendered is named, and not in the first publication', async () => {
  const { manifest, failed } = await publish(code, { '/': 'Peat', '/soil': 'broken', '/404': 'None' });

  expect(failed).toEqual(['/soil']);
  expect(manifest.pages.map(({ path }) => path)).toEqual(['/404', '/']);
});
