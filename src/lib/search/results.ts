import type { PageIndex, StoredSection } from '#lib/content/page-index.ts';
import type { SearchResult } from './answer.ts';
import { cutExcerpt } from './excerpt.ts';
import { readSections } from './page-index.ts';

const maxSections = 3;

type Sources = {
  index: PageIndex;
  siteUrl: string;
  /** Positions of the words to mark on a page, ascending. */
  markedOn: (page: number) => readonly number[];
};

type MarkedSection = StoredSection & { words: string[]; marked: number[] };

export function toResult(page: number, { index, siteUrl, markedOn }: Sources): SearchResult {
  const known = index.pages[page];
  if (!known) throw new RangeError(`the index has no page ${page}`);
  const { path, markdownPath, title, type } = known;
  const sections = markSections(readSections(index, page), markedOn(page));
  const best = sections.toSorted((a, b) => b.marked.length - a.marked.length);
  const url = new URL(path, siteUrl).href;
  return {
    url,
    markdownUrl: new URL(markdownPath, siteUrl).href,
    title,
    type,
    excerpt: best[0] ? cutExcerpt(best[0]) : '',
    sections: best
      .filter(({ anchor, marked }) => anchor !== null && marked.length > 0)
      .slice(0, maxSections)
      .sort((a, b) => a.start - b.start)
      .map((section) => ({
        url: withAnchor(url, section.anchor ?? ''),
        title: section.heading,
        excerpt: cutExcerpt(section),
      })),
  };
}

/** Splits sections into words, with the indexes of the words to mark. */
function markSections(sections: readonly StoredSection[], marked: readonly number[]): MarkedSection[] {
  return sections.map((section) => {
    const words = section.text.split(/\s+/);
    const places = marked
      .map((position) => position - section.start)
      .filter((at) => at >= 0 && at < words.length);
    return { ...section, words, marked: places };
  });
}

function withAnchor(page: string, anchor: string): string {
  const url = new URL(page);
  url.hash = anchor;
  return url.href;
}
