import { z } from 'zod';
import type { PageType } from './collections.ts';

/** Changes whenever the stored form of the index changes. */
export const pageIndexVersion = 1;

/** Bits of a posting's fields: where on the page the word stands, besides the text. */
export const inTitle = 1;
export const inKeywords = 2;
export const inHeading = 4;

/** A section of a page; the first word of its text has the position `start`. */
export const storedSectionSchema = z.object({
  anchor: z.string().nullable(),
  heading: z.string(),
  text: z.string(),
  start: z.number(),
});

export type StoredSection = z.infer<typeof storedSectionSchema>;

/**
 * Every word's pages and positions in flat arrays: word `w` has the postings `postingStart[w]` up to
 * `postingStart[w + 1]`, posting `p` the positions `positionStart[p]` up to `positionStart[p + 1]`. Positions count
 * the words of a page between white space.
 */
export type PageIndex = {
  version: number;
  pages: readonly { path: string; markdownPath: string; title: string; type: PageType }[];
  /** Number of words of each page, and of its title. */
  lengths: Uint32Array;
  titleLengths: Uint16Array;
  /** Stems in ascending order. */
  stems: readonly string[];
  postingStart: Uint32Array;
  /** Page of each posting, ascending within a word. */
  postingPages: Uint32Array;
  /** Occurrences, those in headings counting more. */
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
