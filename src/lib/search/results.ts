import type { SearchResult, SearchSection } from './answer.ts';
import { cutText, excerptsOf } from './excerpt.ts';
import type { Matcher } from './matching.ts';
import type { PagefindIndex } from './pagefind-index.ts';
import type { CandidatePassage } from './passages.ts';
import type { PageType } from '#lib/content/collections.ts';
import { meaningfulWords, parseQuery, splitWords, stem } from './words.ts';

const mostSections = 3;

/** What a result is made from: a page that has all words, or the passages of a page that has some. */
export type Hit = { type: PageType } & ({ page: number } | { passages: CandidatePassage[] });

type Sources = { index: PagefindIndex; matcher: Matcher; siteUrl: string };

/** @param query the query that matched, which is the corrected one where there is one */
export function toResults(hits: readonly Hit[], query: string, sources: Sources): SearchResult[] {
  const stems = sources.matcher.stemsOf(parseQuery(query));
  const words = new Set(meaningfulWords(query).map(stem));
  return hits.map((hit) =>
    'passages' in hit ? fromPassages(hit.passages, words, sources.siteUrl) : fromPage(hit, stems, sources),
  );
}

function fromPage(
  { page, type }: { page: number; type: PageType },
  stems: ReadonlySet<number>,
  { index, matcher, siteUrl }: Sources,
): SearchResult {
  const fragment = index.readPage(page);
  const marked = new Set<number>();
  for (const number of stems) for (const place of matcher.positions(number, page)) marked.add(place);
  const { excerpt, sections } = excerptsOf(fragment, marked);
  return {
    ...addressesOf(fragment.url, siteUrl),
    title: fragment.meta['title'] ?? fragment.url,
    type,
    excerpt,
    sections: sections.map(({ anchor, title, excerpt: text }) => ({
      url: sectionUrl(fragment.url, anchor, siteUrl),
      title,
      excerpt: text,
    })),
  };
}

function fromPassages(
  passages: readonly CandidatePassage[],
  words: ReadonlySet<string>,
  siteUrl: string,
): SearchResult {
  const excerptOf = ({ text }: CandidatePassage) =>
    cutText(text, (word) => splitWords(word).some((part) => words.has(stem(part))));
  const sections: SearchSection[] = [];
  for (const passage of passages) {
    if (passage.anchor === null || sections.length === mostSections) continue;
    const url = sectionUrl(passage.path, passage.anchor, siteUrl);
    if (sections.some((section) => section.url === url)) continue;
    sections.push({ url, title: passage.heading || passage.title, excerpt: excerptOf(passage) });
  }
  const [best] = passages;
  if (!best) throw new TypeError('a result needs a passage');
  return {
    ...addressesOf(best.path, siteUrl),
    title: best.title,
    type: best.type,
    excerpt: excerptOf(best),
    sections,
  };
}

function addressesOf(path: string, siteUrl: string): { url: string; markdownUrl: string } {
  return {
    url: new URL(path, siteUrl).href,
    markdownUrl: new URL(path === '/' ? '/index.md' : `${path}.md`, siteUrl).href,
  };
}

function sectionUrl(path: string, anchor: string, siteUrl: string): string {
  const url = new URL(path, siteUrl);
  url.hash = anchor;
  return url.href;
}
