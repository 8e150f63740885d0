import { z } from 'zod';
import { pageTypes, searchedCollections, type PageType } from '#lib/content/collections.ts';
import { excerptText } from '#lib/content/html-text.ts';
import type { SearchAnswer } from '#lib/search/answer.ts';
import { factLines, queryErrors, searchText as text } from '#lib/i18n/en/search.ts';
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
  answer: z
    .object({ text: z.string(), url: z.url(), title: z.string(), heading: z.string() })
    .nullable()
    .describe(
      'The answer to a question, quoted as it stands on the page; null if no text surely answers it.',
    ),
  unrelated: z.boolean().describe('Whether the site seems to have no page about the query.'),
  unknownWords: z.array(z.string()).describe('Words of the query that no page has.'),
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
      'Returns titles, URLs and excerpts, best first, and the answer to a question if a page surely has it. Corrects spelling mistakes. Use read_page with a URL for ' +
      'the whole text.',
    inputSchema,
    outputSchema,
    async run({ query, type, limit }, call) {
      const found = toFound(await search({ query, limit, ...(type && { type }) }, call));
      return { structured: found, text: toText(found) };
    },
  });
}

function toFound({ results, courses, answer, ...found }: SearchAnswer): Found {
  const { query, total, correction, unrelated, unknownWords } = found;
  return {
    query,
    total,
    correction,
    answer: answer && { text: answer.text, url: answer.url, title: answer.title, heading: answer.heading },
    unrelated,
    unknownWords,
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

function toText({ query, total, correction, courses, results, ...notes }: Found): string {
  const used = correction ?? query;
  const noted = notesOf(notes);
  if (results.length === 0) return `${noted}No page matches “${used}”. Try fewer or other words.`;
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
  return `${noted}${results.length} of ${total} pages that match “${used}”.${instead}${group}\n\n${items.join('\n')}`;
}

/** The answer, or what the site lacks, in a paragraph of its own. */
function notesOf({
  answer,
  unrelated,
  unknownWords,
}: Pick<Found, 'answer' | 'unrelated' | 'unknownWords'>): string {
  const lines = [
    ...(answer ? [`Answer: “${answer.text}” (${text.source(answer)}, ${answer.url})`] : []),
    ...(unrelated ? [text.unrelated] : []),
    ...(unknownWords.length > 0 ? [text.unknown({ words: unknownWords })] : []),
  ];
  return lines.length > 0 ? `${lines.join('\n')}\n\n` : '';
}
