import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeBuild } from '#test/http/delivery-build.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import type { Manifest } from '#lib/content/manifest.ts';
import { openNextPublished, openPublished } from './published.ts';

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

test('the next publication reuses unchanged responses and prepares the others', async () => {
  build({ '/a': 'A', '/b': 'B', '/c': 'C' });
  const first = openPublished(folder);

  const next = await openNextPublished(
    first,
    build({ '/a': 'A', '/b': 'B changed', '/d': 'D' }, [{ from: '/c', to: '/d' }]),
  );

  expect(next.addresses.get('/a')).toBe(first.addresses.get('/a'));
  expect(next.addresses.get('/a.md')).toBe(first.addresses.get('/a.md'));
  expect(next.addresses.get('/b')?.html.identity.stored.content?.toString()).toBe('B changed');
  expect(first.addresses.get('/b')?.html.identity.stored.content?.toString()).toBe('B');
  expect(next.addresses.get('/d')?.html.identity.stored.content?.toString()).toBe('D');
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
  expect(after.stored).toBe(before.stored);
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
  expect(first.addresses.get('/a')?.html.identity.stored.content?.toString()).toBe('A');
});

test('bodies over the memory budget stay on disk after each publication', async () => {
  const texts = { '/a': 'A'.repeat(50), '/b': 'B'.repeat(50) };
  build(texts);
  let published = openPublished(folder, { memoryBudget: 120 });

  for (const letter of ['C', 'D', 'E']) {
    published = await openNextPublished(published, build({ ...texts, '/b': letter.repeat(50) }));
    expect(published.bodies.size().preloaded).toBeLessThanOrEqual(120);
  }

  const contents = [...published.addresses.values()].map(({ html }) => html.identity.stored.content);
  expect(contents).toContain(null);
  expect(contents.some((content) => content !== null)).toBe(true);
});
