import type { PageIndex, StoredSection } from '#lib/content/page-index.ts';
import type { SearchResult } from './answer.ts';
import { cutExcerpt } from './excerpt.ts';
import { readSections } from './page-index.ts';

const maxSections = 3;

type Sources = {
  index: PageIndex;
  siteUrl: string;
  /** Positions of the words to mark on a page. */
  markedOn: (page: number) => ReadonlySet<number>;
};

type MarkedSection = StoredSection & { words: string[]; marked: number[] };

export function toResult(page: number, { index, siteUrl, markedOn }: Sources): SearchResult {
  const known = index.pages[page];
  if (!known) throw new RangeError(`the index has no page ${page}`);
  const { path, markdownPath, title, type } = known;
  const sections = markSections(readSections(index, page), markedOn(page));
  const best = sections.toSorted((a, b) => b.marked.length - a.marked.length)[0];
  return {
    url: new URL(path, siteUrl).href,
    markdownUrl: new URL(markdownPath, siteUrl).href,
    title,
    type,
    excerpt: best ? cutExcerpt(best) : '',
    sections: sections
      .filter(({ anchor, marked }) => anchor !== null && marked.length > 0)
      .toSorted((a, b) => b.marked.length - a.marked.length)
      .slice(0, maxSections)
      .toSorted((a, b) => a.start - b.start)
      .map((section) => ({
        url: sectionUrl(path, section.anchor ?? '', siteUrl),
        title: section.heading,
        excerpt: cutExcerpt(section),
      })),
  };
}

/** Splits sections into words, with the indexes of the words to mark. */
function markSections(sections: readonly StoredSection[], marked: ReadonlySet<number>): MarkedSection[] {
  return sections.map((section) => {
    const words = section.text.split(/\s+/);
    const places = words.flatMap((_word, at) => (marked.has(section.start + at) ? [at] : []));
    return { ...section, words, marked: places };
  });
}

function sectionUrl(path: string, anchor: string, siteUrl: string): string {
  const url = new URL(path, siteUrl);
  url.hash = anchor;
  return url.href;
}
