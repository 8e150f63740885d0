import { z } from 'zod';
import { pageTypes, searchedCollections, type PageType } from '#lib/content/collections.ts';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { plainText } from './plain-text.ts';
import { defineTool, type Tool } from './tool.ts';

const pageTypeSchema = z.enum(pageTypes);

/** A search as `GET /api/search` takes it, with the same bounds. */
export type SearchWords = { query: string; type?: PageType; limit: number };

const longestQuery = 200;

const inputSchema = z.object({
  query: z
    .string()
    .refine((text) => /[^\s\p{Cc}]/u.test(text), 'is blank')
    .refine((text) => [...text.trim()].length <= longestQuery, `is longer than ${longestQuery} characters`)
    .meta({
      description: 'What to look for: a few words, or "words in quotes" for a phrase.',
      minLength: 1,
      maxLength: longestQuery,
    }),
  type: pageTypeSchema.optional().describe('Only pages of this type.'),
  limit: z.int().min(1).max(50).default(10).describe('How many pages to give.'),
});

const sectionSchema = z.object({ url: z.url(), title: z.string(), excerpt: z.string() });

const outputSchema = z.object({
  query: z.string(),
  total: z.int().describe('How many pages match.'),
  correction: z
    .string()
    .nullable()
    .describe('The words that were used instead, when nothing matched as typed.'),
  results: z.array(
    z.object({
      url: z.url().describe('Address for people; read_page takes it too.'),
      markdownUrl: z.url(),
      title: z.string(),
      type: pageTypeSchema,
      excerpt: z.string(),
      sections: z.array(sectionSchema).describe('The parts of the page that match best.'),
    }),
  ),
});

type Found = z.output<typeof outputSchema>;

type SearchNeeds = {
  instituteName: string;
  /** @throws ApiError INVALID_REQUEST for words that the search does not take, RATE_LIMITED */
  search: (words: SearchWords, client: string) => Promise<SearchAnswer>;
};

export function createSearchTool({ instituteName, search }: SearchNeeds): Tool {
  return defineTool({
    name: 'search',
    title: `Search ${instituteName}`,
    description:
      `Searches the website of ${instituteName}: ${searchedCollections}, and its other pages. ` +
      'Gives titles, addresses and excerpts, best first. Mends slips in spelling. Use read_page on an ' +
      'address for the whole text.',
    inputSchema,
    outputSchema,
    async run({ query, type, limit }, { client }) {
      const found = toFound(await search({ query, limit, ...(type && { type }) }, client));
      return { structured: found, text: toText(found) };
    },
  });
}

function toFound({ query, total, correction, results }: SearchAnswer): Found {
  return {
    query,
    total,
    correction,
    results: results.map(({ url, markdownUrl, title, type, excerpt, sections }) => ({
      url,
      markdownUrl,
      title,
      type,
      excerpt: plainText(excerpt),
      sections: sections.map((section) => ({ ...section, excerpt: plainText(section.excerpt) })),
    })),
  };
}

function toText({ query, total, correction, results }: Found): string {
  const words = correction ?? query;
  if (results.length === 0) return `No page matches “${words}”. Try fewer or other words.`;
  const instead = correction === null ? '' : ` Nothing matched “${query}” as typed.`;
  const items = results.map(({ url, title, type, excerpt, sections }, at) =>
    [
      `${at + 1}. ${title} (${type}): ${url}`,
      `   ${excerpt}`,
      ...sections.map((section) => `   - ${section.title}: ${section.url}`),
    ].join('\n'),
  );
  return `${results.length} of ${total} pages that match “${words}”.${instead}\n\n${items.join('\n')}`;
}
