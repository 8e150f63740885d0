import { z } from 'zod';
import { pageTypes, searchedCollections, type PageType } from '#lib/content/collections.ts';
import { excerptText } from '#lib/content/html-text.ts';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { factLines, queryErrors } from '#lib/i18n/en/search.ts';
import { defineTool, type Caller, type Tool } from './tool.ts';

const pageTypeSchema = z.enum(pageTypes);

/** The parameters of `GET /api/search`, with the same limits. */
type SearchInput = { query: string; type?: PageType; limit: number };

const maxQueryLength = 200;

const inputSchema = z.object({
  query: z
    .string()
    .refine((text) => /[^\s\p{Cc}]/u.test(text), queryErrors.blank)
    .refine((text) => [...text.trim()].length <= maxQueryLength, queryErrors.tooLong({ max: maxQueryLength }))
    .meta({
      description: 'What to search for: a few words, or "words in quotes" for a phrase.',
      minLength: 1,
      maxLength: maxQueryLength,
    }),
  type: pageTypeSchema.optional().describe('Only pages of this type.'),
  limit: z.int().min(1).max(50).default(10).describe('The maximum number of pages to return.'),
});

const sectionSchema = z.object({ url: z.url(), title: z.string(), excerpt: z.string() });

const outputSchema = z.object({
  query: z.string(),
  total: z.int().describe('The number of matching pages.'),
  correction: z.string().nullable().describe('The corrected query, if nothing matched the query as typed.'),
  courses: z
    .object({
      title: z.string(),
      total: z.int(),
      url: z.url().describe('The course finder with these filters; read_page takes it.'),
    })
    .nullable()
    .describe('The courses that the query means by facts, such as a day or a price. They come first.'),
  results: z.array(
    z.object({
      url: z.url().describe('URL of the HTML page; read_page takes it.'),
      markdownUrl: z.url(),
      title: z.string(),
      type: pageTypeSchema,
      excerpt: z.string(),
      facts: z.array(z.string()).describe('Kind, fee, start, days, place, award, day or role, in words.'),
      sections: z.array(sectionSchema).describe('The parts of the page that match best.'),
    }),
  ),
});

type Found = z.output<typeof outputSchema>;

type SearchOptions = {
  instituteName: string;
  /** @throws ApiError INVALID_REQUEST or RATE_LIMITED */
  search: (input: SearchInput, caller: Caller) => Promise<SearchAnswer>;
};

export function createSearchTool({ instituteName, search }: SearchOptions): Tool {
  return defineTool({
    name: 'search',
    title: `Search ${instituteName}`,
    description:
      `Searches the website of ${instituteName}: ${searchedCollections}, and its other pages. ` +
      'Returns titles, URLs and excerpts, best first. Corrects spelling mistakes. Use read_page with a URL for ' +
      'the whole text.',
    inputSchema,
    outputSchema,
    async run({ query, type, limit }, call) {
      const found = toFound(await search({ query, limit, ...(type && { type }) }, call));
      return { structured: found, text: toText(found) };
    },
  });
}

function toFound({ query, total, correction, courses, results }: SearchAnswer): Found {
  return {
    query,
    total,
    correction,
    courses: courses && { title: courses.title, total: courses.total, url: courses.url },
    results: results.map(({ url, markdownUrl, title, type, excerpt, facts, sections }) => ({
      url,
      markdownUrl,
      title,
      type,
      excerpt: excerptText(excerpt),
      facts: factLines(facts),
      sections: sections.map((section) => ({ ...section, excerpt: excerptText(section.excerpt) })),
    })),
  };
}

function toText({ query, total, correction, courses, results }: Found): string {
  const used = correction ?? query;
  if (results.length === 0) return `No page matches “${used}”. Try fewer or other words.`;
  const instead = correction === null ? '' : ` Nothing matched “${query}” as typed.`;
  const items = results.map(({ url, title, excerpt, facts, sections }, at) =>
    [
      `${at + 1}. ${title}: ${url}`,
      ...(facts.length > 0 ? [`   ${facts.join('; ')}`] : []),
      `   ${excerpt}`,
      ...sections.map((section) => `   - ${section.title}: ${section.url}`),
    ].join('\n'),
  );
  const group = courses ? `\n\n${courses.title}: ${courses.url}` : '';
  return `${results.length} of ${total} pages that match “${used}”.${instead}${group}\n\n${items.join('\n')}`;
}
