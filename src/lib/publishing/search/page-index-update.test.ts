import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { updatePageIndex } from './page-index-update.ts';
import { buildPageIndex } from './build-page-index.ts';
import type { PagefindPage } from './pagefind-pages.ts';

const words = fc
  .array(fc.constantFrom('Peat', 'peat', 'waters', 'water', 'SOIL-101', 'river', 'rivers', '—'), {
    maxLength: 5,
  })
  .map((list) => list.join(' '));
const page = fc.record({
  title: words,
  keywords: words,
  description: words,
  etag: fc.constantFrom('"a"', '"b"'),
  sections: fc.array(fc.record({ anchor: fc.constantFrom(null, 'one'), heading: words, text: words }), {
    maxLength: 3,
  }),
});
const site = fc.dictionary(fc.constantFrom('/', '/a', '/a/b', '/b', '/c', '/é'), page);

function toPages(
  pages: Record<string, Omit<PagefindPage, 'path' | 'markdownPath' | 'type'>>,
): PagefindPage[] {
  return Object.entries(pages)
    .map(([path, rest]) => ({ path, markdownPath: `${path}.md`, type: 'page' as const, ...rest }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

test('an updated index equals an index built from all pages', () => {
  fc.assert(
    fc.property(site, site, (before, after) => {
      const last = toPages(before);
      const next = toPages(after);

      const updated = updatePageIndex(buildPageIndex(last), {
        changed: next.filter(({ path }) => JSON.stringify(before[path]) !== JSON.stringify(after[path])),
        removed: last.flatMap(({ path }) => (path in after ? [] : [path])),
      });

      expect(updated).toEqual(buildPageIndex(next));
    }),
    { numRuns: runsOf(300) },
  );
});
