import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { z } from 'zod';
import type { PageSummary } from '#lib/retrieval/near-pages.ts';
import {
  pageIndexVersion,
  storedSectionSchema,
  type PageIndex,
  type StoredSection,
} from '#lib/build-format/page-index-format.ts';

const sectionsSchema = z.array(storedSectionSchema);
const decoder = new TextDecoder();

/** @throws Error when the file is missing, damaged or of another version */
export function openPageIndex(file: string): PageIndex {
  return parsePageIndex(readFileSync(file));
}

/** @throws Error when the index is damaged or of another version */
export function parsePageIndex(bytes: Buffer): PageIndex {
  const index = deserialize(bytes) as PageIndex;
  if (index.version !== pageIndexVersion) throw new Error('it was written by another version of Lectern');
  if (index.pages.length === 0) throw new Error('it has no pages');
  return index;
}

/** @throws Error when the page is damaged */
export function readSections(index: PageIndex, page: number): StoredSection[] {
  const bytes = index.sections.subarray(index.sectionStart[page], index.sectionStart[page + 1]);
  return sectionsSchema.parse(JSON.parse(decoder.decode(bytes)));
}

/** Returns a summary of each page, for ranking by meaning. */
export function summariesOf({ pages }: PageIndex): PageSummary[] {
  return pages.map(({ path, title, description, keywords }) => ({
    path,
    title,
    text: `${description} ${keywords}`.trim(),
  }));
}
