import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { useSmallSearch } from '#test/small-search.ts';
import { runsOf } from '#test/property-runs.ts';

const { ask } = useSmallSearch();

test('escapes markup of pages and queries in excerpts', async () => {
  const answer = await ask('angle <script>');
  const [result] = answer.results;

  expect(result?.excerpt).toContain('&lt;');
  expect(onlyMarks(result?.excerpt ?? '')).toBe(true);
});

test('excerpts contain no elements except <mark>, for any query', async () => {
  const words = fc.constantFrom(
    'soil',
    'water',
    '<b>',
    '"',
    'the',
    '&amp;',
    'angle',
    'onerror=',
    "'",
    '\\',
    'flod',
  );
  const queries = fc.oneof(
    anyString({ maxLength: 200 }),
    fc.array(words).map((all) => all.join(' ')),
  );
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { results } = await ask(query);

      for (const { excerpt, sections } of results) {
        expect(onlyMarks(excerpt)).toBe(true);
        for (const section of sections) expect(onlyMarks(section.excerpt)).toBe(true);
      }
    }),
    { numRuns: runsOf(200) },
  );
});

function onlyMarks(html: string): boolean {
  const rest = html.replace(/<mark>[^<]*<\/mark>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, '');
  return !/[<>&"']/.test(rest);
}
