import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCommonWords } from '#app/common-words.ts';
import { readSettingsFiles } from '#lib/content/checking/settings-file.ts';
import { settingsOf } from '#lib/content/checking/settings-problems.ts';
import { openPageIndex } from '#lib/search/open-page-index.ts';
import { createPageFinder } from '#lib/search/page-finder.ts';
import { findSearchFiles } from '#test/search-files.ts';

const { search } = settingsOf(await readSettingsFiles('src/content'));
const index = openPageIndex(findSearchFiles().indexFile);
const synonyms = search.otherWords;
const isCommonWord = await readCommonWords('en-GB');
const finder = createPageFinder(index, { synonyms, isCommonWord });
const withoutCorrections = createPageFinder(index, { synonyms, isCommonWord: () => true });

const siteWord = fc.constantFrom(...finder.sampleWords(500));
const commonWord = fc.constantFrom(
  ...['price', 'mobile', 'train', 'parking', 'dinner', 'flies', 'color', 'colour', 'cheapest', 'swimming'],
  ...["don't", 'shouldn’t', "what's", 'cant', 'youll'],
);
/** A word of the site with two letters swapped, one missing or one doubled. */
const mistyped = fc.tuple(siteWord, fc.nat(), fc.nat(2)).map(([word, place, kind]) => {
  const at = place % word.length;
  const [letter = '', next = ''] = word.slice(at);
  const changed = [next + letter, next, letter + letter + next][kind] ?? '';
  return word.slice(0, at) + changed + word.slice(at + 2);
});
const unknown = fc.string({ unit: fc.constantFrom(...'aeinorstz'), minLength: 2, maxLength: 9 });
const quoted = siteWord.map((word) => `"${word}"`);
const query = (...words: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...words), { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));

test('a correction keeps every page that the query finds as typed', () => {
  let corrections = 0;

  fc.assert(
    fc.property(query(siteWord, commonWord, mistyped, mistyped, unknown, quoted), (typed) => {
      const { pages, correction } = finder.find(typed);
      const found = new Set(pages);
      if (correction !== null) corrections++;

      expect(withoutCorrections.find(typed).pages.filter((page) => !found.has(page))).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect(corrections).toBeGreaterThan(50);
});

test('a correction keeps words of the site, common words and words in quotes', () => {
  fc.assert(
    fc.property(query(siteWord, commonWord, quoted), mistyped, fc.nat(), (correct, wrong, number) => {
      const words = correct.split(' ');
      const place = number % (words.length + 1);
      const { used } = finder.find(words.toSpliced(place, 0, wrong).join(' '));

      expect(used.split(' ').toSpliced(place, 1)).toEqual(words);
    }),
    { numRuns: 500 },
  );
});
