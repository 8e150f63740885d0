import { z } from 'zod';
import { searchTypeSchema } from './query.ts';

const mostResults = 50;
/** So long are addresses at most that the server takes. */
const urlSchema = z.url().meta({ maxLength: 8_192 });
const titleSchema = z.string().meta({ maxLength: 1_000 });
const querySchema = z.string().meta({ maxLength: 1_000 });

const excerptSchema = z.string().meta({
  maxLength: 10_000,
  description: 'Escaped HTML in which only `<mark>` occurs, around the words that matched.',
});

const searchSectionSchema = z.object({
  /** Absolute address with the section's anchor. */
  url: urlSchema,
  title: titleSchema,
  excerpt: excerptSchema,
});

const searchResultSchema = z.object({
  url: urlSchema,
  /** The same page as Markdown. */
  markdownUrl: urlSchema,
  title: titleSchema,
  type: searchTypeSchema,
  excerpt: excerptSchema,
  /** Up to three sections of the page that match best, in the page's order. */
  sections: z.array(searchSectionSchema).max(3),
});

/** The body of `GET /api/search`. */
export const searchAnswerSchema = z.object({
  query: querySchema,
  total: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  limit: z.int().positive(),
  correction: querySchema.nullable().meta({
    description: 'The query that was used instead, when nothing matched as typed.',
  }),
  results: z.array(searchResultSchema).max(mostResults),
  facets: z.object({
    type: z.partialRecord(searchTypeSchema, z.int().positive()).meta({
      description: 'How many pages of each type match, whatever types were asked for.',
    }),
  }),
});

export type SearchSection = z.infer<typeof searchSectionSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
