import { expect, test } from 'vitest';
import type { PagefindPage } from '#lib/publishing/search/pagefind-pages.ts';
import { buildPageIndex } from '#lib/publishing/search/build-page-index.ts';
import { createPageFinder } from './page-finder.ts';

const site = createPageFinder(
  buildPageIndex([
    page(
      '/a',
      'A longer term of terms, by mail at 1995 grid points. Vitamin C, 35 credits, 27 of 2026 plots.',
    ),
    page('/b', 'Long-term plans by e-mail. C++ for models, 3.5 credits, autumn 2026/27, a pre-1995 map.'),
    page(
      '/c',
      'The timetable of the term, a full time post and a table. Fees are due in autumn, by 9:30 am on day 7.',
    ),
    page('/d', '東京都の水文学コース。研究者データ・サイエンス'),
    page('/e', 'A long list of one woman; the term ends. Mail it.'),
    page('/f', 'Łukasz Wałęsa, Søren Ægir, Đorđe, Þóra and Yılmaz of Gießen show their œuvre.'),
  ]),
  { isCommonWord: (word) => ['price', 'resit'].includes(word), synonyms: ['price > fees'] },
);

function page(path: string, text: string): PagefindPage {
  const about = { path, markdownPath: `${path}.md`, title: `Page ${path}`, type: 'page' } as const;
  return {
    ...about,
    keywords: '',
    description: '',
    etag: '',
    sections: [{ anchor: null, heading: '', text }],
  };
}

const find = (query: string) => {
  const { pages, correction } = site.find(query);
  return { first: site.index.pages[pages[0] ?? -1]?.path, correction };
};

const written = ['long-term', 'e-mail', '2026/27', 'pre-1995'];
const forms = written.flatMap((word) => [
  word,
  word.toUpperCase(),
  word.replace(/[-/]/, '\u2011'),
  word.replace(/[-/]/, '\u2013'),
  word.replace(/[-/]/, ' '),
  word.replace(/[-/]/, ''),
  `"${word}"`,
  `“${word}”`,
  `«${word.replace(/[-/]/, '\u2011')}»`,
]);

test.each([...forms, 'C++', 'c++', '"C++"', 'Ｃ＋＋', '3.5', '3.5 credits', '3,5 credits', '“3.5 credits”'])(
  '%s finds the page that has it first, without a correction',
  (query) => {
    expect(find(query)).toEqual({ first: '/b', correction: null });
  },
);

test.each([
  ['35', '/a'],
  ['35 credits', '/a'],
  ['time table', '/c'],
  ['time-table', '/c'],
  ['prices', '/c'],
  ['women', '/e'],
  ['womens lists', '/e'],
  ['9.30', '/c'],
  ['9.30am', '/c'],
  ['9:30', '/c'],
  ['9:30am', '/c'],
])('%s leads to %s', (query, first) => {
  expect(find(query).first).toBe(first);
});

test.each(
  '水文学,水文,文学,水,京都,東京都,"水文学",都の水,研究,究者,データサイエンス,データ サイエンス,ﾃﾞｰﾀ,ス'.split(
    ',',
  ),
)('%s finds a page in a script without spaces', (query) => {
  expect(find(query)).toEqual({ first: '/d', correction: null });
});

test.each(['水学', '文水'])('%s, whose pairs no page has, finds nothing', (query) => {
  expect(site.find(query).pages).toEqual([]);
});

test.each(
  'Łukasz,Lukasz,luka,Walesa,Soren,Aegir,Ægir,Dorde,THORA,Yilmaz,YILMAZ,Giessen,GIESSEN,Gießen,oeuvre'.split(
    ',',
  ),
)('%s finds letters that are no base letter with a mark, without a correction', (query) => {
  expect(find(query)).toEqual({ first: '/f', correction: null });
});

test('an excerpt marks a word with a hyphen for each of its forms', () => {
  const places = (query: string) =>
    site
      .markerOf(query)(1)
      .map(({ position }) => position);
  const [marked] = ['longterm', 'long-term', 'long term'].map((query) => places(query)[0]);

  expect(marked).toBeDefined();
  for (const query of ['longterm', 'long-term', 'long term']) expect(places(query)).toContain(marked);
});
