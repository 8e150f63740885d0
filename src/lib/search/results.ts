import type { PageIndex, StoredSection } from '#lib/build-format/page-index-format.ts';
import type { SearchResult } from './answer.ts';
import { cutExcerpt } from './excerpt.ts';
import { readSections } from './open-page-index.ts';

const maxSections = 3;

type Sources = {
  index: PageIndex;
  siteUrl: string;
  /** Positions of the words to mark on a page, ascending. */
  markedOn: (page: number) => readonly number[];
  /** The anchor of the section nearest in meaning, which is shown if the page has no word of the query. */
  nearAnchor?: string | null | undefined;
};

type MarkedSection = StoredSection & { marked: number[] };

export function toResult(page: number, { index, siteUrl, markedOn, nearAnchor }: Sources): SearchResult {
  const known = index.pages[page];
  if (!known) throw new RangeError(`the index has no page ${page}`);
  const { path, markdownPath, title, type } = known;
  const sections = markSections(readSections(index, page), markedOn(page));
  const best = chooseSections(sections, nearAnchor);
  const shown = best[0] ?? sections[0];
  const url = new URL(path, siteUrl).href;
  const excerptOf = (section: MarkedSection) => cutExcerpt({ ...section, title });
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

/** Adds to each section the indexes of its words to mark. */
function markSections(sections: readonly StoredSection[], marked: readonly number[]): MarkedSection[] {
  return sections.map((section) => {
    const { length } = section.text.split(/\s+/);
    const places = marked.map((position) => position - section.start).filter((at) => at >= 0 && at < length);
    return { ...section, marked: places };
  });
}

/**
 * Returns the sections with marked words, those with the most first. If no words are marked, returns the section
 * nearest in meaning.
 */
function chooseSections(
  sections: readonly MarkedSection[],
  nearAnchor: string | null | undefined,
): MarkedSection[] {
  const marked = sections.filter((section) => section.marked.length > 0);
  if (marked.length === 0) return sections.filter(({ anchor }) => anchor === nearAnchor);
  return marked.sort((a, b) => b.marked.length - a.marked.length);
}

function withAnchor(page: string, anchor: string): string {
  const url = new URL(page);
  url.hash = anchor;
  return url.href;
}
