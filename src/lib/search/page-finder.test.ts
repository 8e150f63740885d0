import { expect, test } from 'vitest';
import type { PagefindPage } from '#lib/publishing/search/pagefind-pages.ts';
import { buildPageIndex } from '#lib/publishing/search/build-page-index.ts';
import { createPageFinder } from './page-finder.ts';

const site = createPageFinder(
  buildPageIndex([
    page('/enrolment', 'Enrolment', 'Enrolment takes a day. Enrolment is free.'),
    page('/apply', 'Apply', 'How to apply.'),
    page('/water', 'Water', 'Lime and water.'),
    ...['/a', '/b', '/c', '/d'].map((path) => page(path, `Course ${path}`, 'Apply before May.')),
  ]),
  { isCommonWord: () => true, synonyms: ['apply > enrolment'] },
);

function page(path: string, title: string, text: string): PagefindPage {
  const about = { path, markdownPath: `${path}.md`, title, type: 'page' } as const;
  const sections = [{ anchor: null, heading: '', text }];
  return { ...about, keywords: '', description: '', etag: '', sections };
}

const pathsFor = (query: string) =>
  site.find(query).pages.map((number) => site.index.pages[number]?.path ?? '');

test('a page with the typed word in its title comes before one with a rarer synonym in its title', () => {
  expect(pathsFor('apply').slice(0, 2)).toEqual(['/apply', '/enrolment']);
});

test('a page that has only one word of a long question is not found', () => {
  expect(pathsFor('which horrible grandmother dislikes cold water')).toEqual([]);
});

test('two misspelt words are corrected to words that a page has together, not each to its nearest', () => {
  const site = createPageFinder(
    buildPageIndex([
      page('/landscape', 'Reading a landscape', 'Reading a landscape in a day.'),
      ...Array.from({ length: 40 }, (_, at) => page(`/${at}`, `Reeling ${at}`, 'Reeling in.')),
    ]),
    { isCommonWord: (word) => word === 'a', synonyms: [] },
  );

  expect(site.find('reeding a lanscape').correction).toBe('reading a landscape');
});

test('words that no page has together are corrected if all are on the site or have synonyms', () => {
  const site = createPageFinder(
    buildPageIndex([
      ...Array.from({ length: 40 }, (_, at) => page(`/${at}`, `Page ${at}`, 'Hydrology for everybody.')),
      page('/start', 'Start', 'Start with a first step.'),
    ]),
    { isCommonWord: () => false, synonyms: ['beginner > first step'] },
  );

  expect(site.find('hidrology begginer').correction).toBe('hydrology beginner');
  expect(site.find('hidrology poetry').correction).toBe(null);
});
