import { globSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { finishBrowserIndex } from '#app/publisher/make-browser-index-process.ts';
import { openSitePublisher, type SitePublisher } from '#app/publisher/site-publisher.ts';
import { copyBuild } from '#test/copied-build.ts';
import { useShared } from '#test/use-shared.ts';

// With all entries, because these tests compare with the first publication or need many pages. Other tests use a few.
const course = 'courses/soil-science.mdx';
const build = useShared(() => copyBuild());
let publisher: SitePublisher;

beforeAll(async () => {
  publisher = await openSitePublisher(build.dist);
});

afterEach(() => build.restore());

/** Returns the contents of the files in the search index for browsers. */
function listBrowserIndex(): string[] {
  const files = build.manifest().files.filter(({ path }) => path.startsWith('/pagefind/'));
  return files.map(({ file }) => {
    const bytes = readFileSync(join(build.dist, file));
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes).toString() : bytes.toString();
  });
}

test('publishing unchanged content changes no page and no file', async () => {
  const before = build.manifest();

  const published = await publisher.publishFolder(new Date(before.publishedAt));

  const { pages, files } = build.manifest();
  expect(published).toMatchObject({ changed: 0, refused: [] });
  expect(pages).toEqual(before.pages);
  expect(files.map(({ path, etag }) => [path, etag])).toEqual(
    before.files.map(({ path, etag }) => [path, etag]),
  );
});

test('the search index for browsers always matches the published pages, or is absent', async () => {
  const before = listBrowserIndex();
  build.edit(course, (text) => `${text}\nThe zymurgy of podzols is new.\n`);

  await publisher.publishFolder();
  const afterEdit = listBrowserIndex();
  await finishBrowserIndex(build.dist);
  const made = listBrowserIndex();
  await publisher.publishFolder();

  expect(before.length).toBeGreaterThan(0);
  expect(afterEdit).toEqual([]);
  expect(made.some((text) => text.includes('zymurgy of podzols'))).toBe(true);
  expect(made.length).toBe(before.length);
  expect(listBrowserIndex()).toEqual(made);
});

test('fifty files edited at once are published together', async () => {
  const entries = build.manifest().pages.filter(({ path }) => /^\/(courses|handbook)\/./.test(path));
  const there = globSync('{courses,handbook}/**/*.mdx', { cwd: build.contentDir });
  const files = there
    .filter((file) => entries.some(({ path }) => path === `/${file.replace(/\.mdx$/, '')}`))
    .slice(0, 50);
  expect(files).toHaveLength(50);
  for (const file of files) build.edit(file, (text) => `${text}\nA quincunx of alders.\n`);

  const { changed } = await publisher.publishFolder();

  expect(changed).toBeGreaterThanOrEqual(50);
  for (const file of files)
    expect(build.text(`/${file.replace(/\.mdx$/, '')}`)).toContain('quincunx of alders');
});

const uidsIn = (file: string) => (file.replaceAll('\r\n ', '').match(/^UID:.*(?=\r)/gm) ?? []).toSorted();

test('the UIDs of a course and an event stay when title, place and hours change and the file is renamed', async () => {
  const uidsOf = (paths: string[]) => paths.map((path) => uidsIn(build.text(`${path}.ics`) ?? ''));
  const rename = (path: string, next: string, change: (text: string) => string) => {
    build.edit(path, (text) => change(text).replace('---', `---\naliases: [/${path.replace('.mdx', '')}]`));
    renameSync(join(build.contentDir, path), join(build.contentDir, next));
  };
  const before = uidsOf(['/courses/soil-science', '/events/open-day-february-2027']);

  rename('courses/soil-science.mdx', 'courses/soils.mdx', (text) =>
    text
      .replace(/^title: .*/m, 'title: Почвоведение')
      .replaceAll('tuesday', 'friday')
      .replaceAll('from: "18:30"', 'from: "07:05"'),
  );
  rename('events/open-day-february-2027.mdx', 'events/open-day.mdx', (text) =>
    text.replace(/^title: .*/m, 'title: Семинар').replace(/^(starts: \S+) .*/m, '$1 00:05'),
  );
  await publisher.publishFolder();
  const after = uidsOf(['/courses/soils', '/events/open-day']);

  expect(before.map((uids) => uids.length > 0)).toEqual([true, true]);
  expect(after).toEqual(before);
});
