import { z } from 'zod';
import { searchTypeSchema } from './query.ts';

const maxResults = 50;
/** The server rejects longer URLs. */
const urlSchema = z.url().meta({ maxLength: 8_192 });
const titleSchema = z.string().meta({ maxLength: 1_000 });
const querySchema = z.string().meta({ maxLength: 1_000 });

const excerptSchema = z.string().meta({
  maxLength: 10_000,
  description: 'Escaped HTML with `<mark>` around matching words as its only element.',
});

const searchSectionSchema = z.object({
  /** Absolute, with the section's anchor. */
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
  /** The best matching sections, at most three, in their order on the page. */
  sections: z.array(searchSectionSchema).max(3),
});

/** The body of `GET /api/search`. */
export const searchAnswerSchema = z.object({
  query: querySchema,
  total: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  limit: z.int().positive(),
  correction: querySchema.nullable().meta({
    description: 'The corrected query, if nothing matched the query as typed.',
  }),
  results: z.array(searchResultSchema).max(maxResults),
  facets: z.object({
    type: z.partialRecord(searchTypeSchema, z.int().positive()).meta({
      description: 'The number of matching pages of each type, before the filter by `type`.',
    }),
  }),
});

export type SearchSection = z.infer<typeof searchSectionSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
