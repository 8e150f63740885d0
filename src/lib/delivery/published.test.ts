import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeBuild } from '#test/http/delivery-build.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { openNextPublished, openPublished, type Published } from './published.ts';

const siteUrl = 'http://localhost:4321';
const missing = { path: '/404', html: 'Missing', markdown: 'Missing', status: 404 as const };
let folder: string;

beforeEach(() => {
  folder = makeFolder();
});

function build(texts: Readonly<Record<string, string>>, redirects: Manifest['redirects'] = []): Manifest {
  const pages = Object.entries(texts).map(([path, text]) => ({ path, html: text, markdown: `# ${text}` }));
  return writeBuild(folder, { siteUrl, pages: [...pages, missing], redirects });
}

const bodyOf = ({ addresses }: Published, path: string) => addresses.get(path)!.html.identity.stored;
const textOf = async (published: Published, path: string) =>
  (await published.bodies.read(bodyOf(published, path))).toString();

test('the next publication reuses unchanged responses and prepares the others', async () => {
  build({ '/a': 'A', '/b': 'B', '/c': 'C' });
  const first = openPublished(folder);

  const next = await openNextPublished(
    first,
    build({ '/a': 'A', '/b': 'B changed', '/d': 'D' }, [{ from: '/c', to: '/d' }]),
  );

  expect(next.addresses.get('/a')).toBe(first.addresses.get('/a'));
  expect(next.addresses.get('/a.md')).toBe(first.addresses.get('/a.md'));
  expect(next.addresses.get('/b')).not.toBe(first.addresses.get('/b'));
  expect(await textOf(next, '/b')).toBe('B changed');
  expect(await textOf(next, '/d')).toBe('D');
  expect(next.addresses.has('/c')).toBe(false);
  expect(next.redirects.get('/c')).toBe('/d');
  expect(next.missing).toBe(first.missing);
});

test('a page whose policy changes gets new headers and entity tags, and keeps its body', async () => {
  build({ '/a': 'A' });
  const first = openPublished(folder);
  const before = first.addresses.get('/a')!.html.identity;
  const manifest = build({ '/a': 'A' });
  const code = manifest.inlineCode.map(() => ({ scripts: ['sha256-new'], styles: [] }));

  const next = await openNextPublished(first, { ...manifest, inlineCode: code });

  const after = next.addresses.get('/a')!.html.identity;
  expect(after.layout.headers.join()).toContain('sha256-new');
  expect(before.layout.headers.join()).not.toContain('sha256-new');
  expect(after.layout.etag).not.toBe(before.layout.etag);
  expect(after.stored).toEqual(before.stored);
});

test('a body that was requested stays in memory in the next publication', async () => {
  build({ '/a': 'A', '/b': 'B' });
  const first = openPublished(folder);
  const before = await textOf(first, '/a');

  const next = await openNextPublished(first, build({ '/a': 'A', '/b': 'B changed' }));

  expect(next.bodies.get(bodyOf(next, '/a'))?.toString()).toBe(before);
  expect(next.bodies.get(bodyOf(next, '/b'))).toBeUndefined();
});

test.each([
  ['a missing file', (manifest: Manifest) => (manifest.pages[0]!.html.file = 'client/none.html')],
  ['a file of another size', () => writeFileSync(join(folder, 'client/a.html'), 'longer')],
  ['a file outside the folder', (manifest: Manifest) => (manifest.pages[0]!.html.file = '../x')],
  ['no 404 page', (manifest: Manifest) => manifest.pages.pop()],
  [
    'a redirect to an unknown page',
    (manifest: Manifest) => manifest.redirects.push({ from: '/x', to: '/y' }),
  ],
])('a publication with %s is refused', async (_what, damage) => {
  build({ '/a': 'A' });
  const first = openPublished(folder);
  const manifest = build({ '/a': 'Changed' });
  damage(manifest);

  await expect(openNextPublished(first, manifest)).rejects.toThrow();
});
