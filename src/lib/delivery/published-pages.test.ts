import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { writeBuild } from '#test/http/delivery-build.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { createPublishedPages, type PublishedPages } from './published-pages.ts';

let folder: string;
let manifest: Manifest;
let pages: PublishedPages;

beforeAll(() => {
  folder = makeFolder();
  const page = (path: string, status: 200 | 404 = 200) => ({
    path,
    html: path,
    markdown: `# ${path}`,
    status,
  });
  manifest = writeBuild(folder, {
    siteUrl: 'https://www.example.org',
    pages: [page('/'), page('/courses'), page('/courses/étang'), page('/404', 404)],
    redirects: [{ from: '/lake', to: '/courses/étang' }],
  });
  pages = createPublishedPages(folder, () => manifest);
});

test('lists all pages except the 404 page', () => {
  expect(pages.list().map(({ path }) => path)).toEqual(['/courses', '/courses/étang', '/']);
});

test.each([
  ['/', '/'],
  ['/index', '/'],
  ['/index.md', '/'],
  ['/courses', '/courses'],
  ['/courses/', '/courses'],
  ['/courses.html', '/courses'],
  ['/courses.md', '/courses'],
  ['/courses/%C3%A9tang', '/courses/étang'],
  ['/courses/%c3%a9tang.md', '/courses/étang'],
  ['/%63ourses', '/courses'],
  ['/lake', '/courses/étang'],
  ['/lake.md', '/courses/étang'],
  ['/404', undefined],
  ['/404.md', undefined],
  ['/manifest.json', undefined],
  ['/courses/%ff', undefined],
  ['/courses/..%2f..%2fmanifest.json', undefined],
  ['courses', undefined],
  ['//evil.example/courses', undefined],
  ['/%2f/courses', undefined],
  ['/courses%5c..%5ccourses', undefined],
  ['/%09/evil.example/courses', undefined],
  ['/%0a/%5b', undefined],
])('%j is the page %j', (address, path) => {
  expect(pages.find(address)?.path).toBe(path);
});

test('reads a twin from the disk', async () => {
  const page = pages.find('/courses');
  writeFileSync(join(folder, 'client/courses.md'), '# Changed');

  const text = page && (await pages.readMarkdown(page));

  expect(text).toBe('# Changed');
});

test('refuses to read a page that is not in the build', async () => {
  const [page] = pages.list();

  await expect(pages.readMarkdown({ ...page! })).rejects.toThrow('not a page');
});

test('lists the pages of the current publication, and still reads a page found in the previous one', async () => {
  const other = makeFolder();
  const markdown = '# Lakes';
  const missing = { path: '/404', html: '', markdown: '', status: 404 as const };
  const lakes = { path: '/lakes', html: '', markdown };
  const first = writeBuild(other, { siteUrl: 'https://www.example.org', pages: [missing, lakes] });
  let current = first;
  const changing = createPublishedPages(other, () => current);
  const found = changing.find('/lakes');

  current = { ...first, pages: first.pages.filter(({ path }) => path !== '/lakes') };

  expect(changing.find('/lakes')).toBeUndefined();
  expect(changing.list()).toEqual([]);
  expect(found && (await changing.readMarkdown(found))).toBe(markdown);
});
