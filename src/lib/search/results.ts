import type { PageIndex, StoredSection } from '#lib/build-format/page-index-format.ts';
import type { SearchAnswer, SearchResult } from './answer.ts';
import { cutExcerpt } from './excerpt.ts';
import { readNearSections, type NearSections } from './near-sections.ts';
import { readSections } from './open-page-index.ts';
import { weightOf, type Mark } from './marks.ts';
import type { PassageStore } from './open-passages.ts';
import type { FoundPages, PageFinder } from './page-finder.ts';
import type { SearchQuery } from './query.ts';

const maxSections = 3;
/** A section that is .05 nearer in meaning weighs as much as one that has one word more of the query. */
const nearnessWeight = 20;

type Sources = {
  index: PageIndex;
  siteUrl: string;
  /** The words of the query on a page, in their order. */
  markedOn: (page: number) => readonly Mark[];
  /** The sections of the page that are nearest in meaning to the query. */
  near: NearSections;
};

/** One page of results. What the search knows about the query itself is added to it. */
export function toAnswer(
  { pages, used, correction, nearPassages }: FoundPages,
  { query, types, limit, offset }: SearchQuery,
  { finder, siteUrl, passages }: { finder: PageFinder; siteUrl: string; passages: PassageStore },
): SearchAnswer {
  const { index } = finder;
  const counts: SearchAnswer['facets']['type'] = {};
  const typeOf = (page: number) => index.pages[page]?.type;
  for (const page of pages) {
    const type = typeOf(page);
    if (type) counts[type] = (counts[type] ?? 0) + 1;
  }
  const wanted =
    types.length > 0 ? pages.filter((page) => types.some((type) => type === typeOf(page))) : pages;
  const markedOn = finder.markerOf(used);
  const results = wanted.slice(offset, offset + limit).map((page) => {
    const near = readNearSections(nearPassages?.get(page) ?? [], passages);
    return toResult(page, { index, siteUrl, markedOn, near });
  });
  return {
    query,
    total: wanted.length,
    offset,
    limit,
    correction,
    answer: null,
    unrelated: false,
    unknownWords: [],
    courses: null,
    results,
    facets: { type: counts },
  };
}

/** In characters. */
export function sizeOfAnswer({ query, results }: SearchAnswer): number {
  return results.reduce(
    (size, { excerpt, sections }) =>
      size + excerpt.length + 300 + sections.reduce((sum, { excerpt: text }) => sum + text.length + 200, 0),
    query.length + 300,
  );
}

/** `marks` are counted from the first word of the section's text; those of its heading are before it. */
type MarkedSection = StoredSection & { marks: Mark[] };

function toResult(page: number, { index, siteUrl, markedOn, near }: Sources): SearchResult {
  const known = index.pages[page];
  if (!known) throw new RangeError(`the index has no page ${page}`);
  const { path, markdownPath, title, type } = known;
  const sections = markSections(readSections(index, page), markedOn(page));
  const best = chooseSections(sections, near);
  const shown = best[0] ?? sections[0];
  const url = new URL(path, siteUrl).href;
  const excerptOf = (section: MarkedSection) =>
    cutExcerpt({ ...section, title, near: near.get(section.anchor)?.sentences });
  return {
    url,
    markdownUrl: new URL(markdownPath, siteUrl).href,
    title,
    type,
    excerpt: shown ? excerptOf(shown) : '',
    sections: best
      .filter(({ anchor }) => anchor !== null)
      .slice(0, maxSections)
      .map((section) => ({
        url: withAnchor(url, section.anchor ?? ''),
        title: section.heading,
        excerpt: excerptOf(section),
      })),
  };
}

/** Adds to each section its words to mark. */
function markSections(sections: readonly StoredSection[], marks: readonly Mark[]): MarkedSection[] {
  let end = 0;
  return sections.map((section) => {
    const from = section.heading === '' ? section.start : end;
    end = section.start + section.text.split(/\s+/).length;
    const places = marks
      .filter(({ position }) => position >= from && position < end)
      .map((mark) => ({ ...mark, position: mark.position - section.start }));
    return { ...section, marks: places };
  });
}

/** Returns the sections with words of the query or near to it in meaning, those for which most speaks first. */
function chooseSections(sections: readonly MarkedSection[], near: NearSections): MarkedSection[] {
  const scoreOf = ({ marks, anchor }: MarkedSection) =>
    weightOf(marks) + nearnessWeight * (near.get(anchor)?.nearness ?? 0);
  return sections
    .filter(({ marks, anchor }) => marks.length > 0 || near.has(anchor))
    .toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

function withAnchor(page: string, anchor: string): string {
  const url = new URL(page);
  url.hash = anchor;
  return url.href;
}
