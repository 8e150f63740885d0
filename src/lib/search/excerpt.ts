import { escapeHtml } from '#lib/content/html-text.ts';
import type { Fragment } from './index-files.ts';

const excerptWords = 30;
const mostSections = 3;

/** A part of a page below a heading with an id, from its first word up to `end`. */
type Section = { anchor: string; title: string; start: number; end: number };
type SectionExcerpt = { anchor: string; title: string; excerpt: string };
type PageExcerpts = { excerpt: string; sections: SectionExcerpt[] };

/**
 * Cuts out of a page's text what a reader needs to judge a match: the stretch with the most matched words,
 * and the same for the sections that have most of them.
 * @param marked places of the matched words
 */
export function excerptsOf(fragment: Fragment, marked: ReadonlySet<number>): PageExcerpts {
  const words = splitContent(fragment.content);
  const places = [...marked].filter((place) => place < words.length).sort((a, b) => a - b);
  const sections = sectionsOf(fragment, words.length)
    .map((section) => ({ section, inside: places.filter((at) => at >= section.start && at < section.end) }))
    .filter(({ inside }) => inside.length > 0)
    .sort((a, b) => b.inside.length - a.inside.length || a.section.start - b.section.start)
    .slice(0, mostSections)
    .sort((a, b) => a.section.start - b.section.start);
  return {
    excerpt: cut(words, places, { start: 0, end: words.length }),
    sections: sections.map(({ section, inside }) => ({
      anchor: section.anchor,
      title: section.title,
      excerpt: cut(words, inside, section),
    })),
  };
}

/** Pagefind counts places by white space, or by zero-width spaces where a language has none. */
function splitContent(content: string): string[] {
  if (content.includes('\u200B')) return content.split('\u200B');
  return /[^\S\uFEFF ]| {2}/.test(content) ? content.split(/[^\S\uFEFF]+/) : content.split(' ');
}

function sectionsOf({ anchors }: Fragment, end: number): Section[] {
  const headings = anchors
    .filter(({ element, text }) => /^h[2-6]$/i.test(element) && text?.trim())
    .sort((a, b) => a.location - b.location);
  return headings.map(({ id, text = '', location }, at) => ({
    anchor: id,
    title: text.trim(),
    start: location,
    end: headings[at + 1]?.location ?? end,
  }));
}

/** @returns the stretch of the section with the most marked words, as escaped HTML */
function cut(words: string[], places: number[], { start, end }: { start: number; end: number }): string {
  let from = start;
  let most = 0;
  for (let first = 0, last = 0; first < places.length; first++) {
    const place = places[first] ?? start;
    while (last < places.length && (places[last] ?? 0) < place + excerptWords) last++;
    if (last - first > most) {
      most = last - first;
      from = place;
    }
  }
  // A few words before the first match give it its sense.
  from = Math.max(start, Math.min(from - 4, end - excerptWords));
  const to = Math.min(end, from + excerptWords);
  const marked = new Set(places);
  const shown = words
    .slice(from, to)
    .map((word, at) => (marked.has(from + at) ? `<mark>${escapeHtml(word)}</mark>` : escapeHtml(word)));
  return `${from > start ? '… ' : ''}${shown.join(' ').trim()}${to < end ? ' …' : ''}`;
}

/** The best stretch of a text of its own, for which `isMatch` says which words matched. */
export function cutText(text: string, isMatch: (word: string) => boolean): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const places = words.flatMap((word, at) => (isMatch(word) ? [at] : []));
  return cut(words, places, { start: 0, end: words.length });
}
