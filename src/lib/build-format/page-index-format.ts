import { z } from 'zod';
import type { PageType } from '#lib/content/collections.ts';

/** Increase it when the stored format changes. */
export const pageIndexVersion = 4;

/** Bits of a posting's `fields`: the parts of the page, other than the text, that contain the word. */
export const inTitle = 1;
export const inKeywords = 2;
export const inHeading = 4;

/** A section of a page. `start` is the position of the first word of its text. */
export const storedSectionSchema = z.object({
  anchor: z.string().nullable(),
  heading: z.string(),
  text: z.string(),
  start: z.number(),
});

export type StoredSection = z.infer<typeof storedSectionSchema>;

export type IndexedPageData = {
  /** `/courses/soil-science` */
  path: string;
  /** Address of the page as Markdown. */
  markdownPath: string;
  title: string;
  type: PageType;
  /** Further search words, such as a course's code and the times of day at which it meets. */
  keywords: string;
  description: string;
  /** Entity tag of the HTML that was indexed; empty for pages rendered on demand. */
  etag: string;
};

/**
 * An inverted index in flat arrays. Word `w` has the postings from `postingStart[w]` up to `postingStart[w + 1]`, and
 * posting `p` has the positions from `positionStart[p]` up to `positionStart[p + 1]`. A position is the number of
 * whitespace-separated words before it on the page.
 */
export type PageIndex = {
  version: number;
  pages: readonly IndexedPageData[];
  /** Number of words of each page, and of its title. */
  lengths: Uint32Array;
  titleLengths: Uint16Array;
  /** Stems in ascending order. */
  stems: readonly string[];
  postingStart: Uint32Array;
  /** Page of each posting, ascending within a word. */
  postingPages: Uint32Array;
  /** Weighted number of occurrences: those in headings count more. */
  strengths: Float32Array;
  fields: Uint8Array;
  positionStart: Uint32Array;
  positions: Uint32Array;
  /** Words as authors write them, in ascending order, with their stem and the number of pages that have them. */
  spellings: readonly string[];
  spellingStems: Uint32Array;
  spellingPages: Uint32Array;
  /** The sections of page `p` as JSON, from `sectionStart[p]` up to `sectionStart[p + 1]`. */
  sections: Uint8Array;
  sectionStart: Uint32Array;
};
