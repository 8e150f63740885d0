import { z } from 'zod';
import { searchTypeSchema } from './query.ts';

const excerptSchema = z.string().meta({
  description: 'Escaped HTML in which only `<mark>` occurs, around the words that matched.',
});

export const searchSectionSchema = z.object({
  /** Absolute address with the section's anchor. */
  url: z.url(),
  title: z.string(),
  excerpt: excerptSchema,
});

export const searchResultSchema = z.object({
  url: z.url(),
  /** The same page as Markdown. */
  markdownUrl: z.url(),
  title: z.string(),
  type: searchTypeSchema,
  excerpt: excerptSchema,
  /** Up to three sections of the page that match best, in the page's order. */
  sections: z.array(searchSectionSchema).max(3),
});

/** The body of `GET /api/search`. */
export const searchAnswerSchema = z.object({
  query: z.string(),
  total: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  limit: z.int().positive(),
  correction: z.string().nullable().meta({
    description: 'The query that was used instead, when nothing matched as typed.',
  }),
  results: z.array(searchResultSchema),
  facets: z.object({
    type: z.partialRecord(searchTypeSchema, z.int().positive()).meta({
      description: 'How many pages of each type match, whatever types were asked for.',
    }),
  }),
});

export type SearchSection = z.infer<typeof searchSectionSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
