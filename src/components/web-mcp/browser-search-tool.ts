import { excerptText } from '#lib/content/html-text.ts';
import { browserToolErrors } from '#lib/i18n/en/mcp.ts';
import { textsOf, type PageTool } from './browser-tool.ts';

type Answer = {
  total: number;
  results: { url: string; title: string; type: string; excerpt: string }[];
  error?: { message: string; resolution: string };
};

export const searchTool: PageTool = {
  name: 'search',
  title: 'Search this site',
  description:
    'Finds pages of this site, of all types or of one. Give a few words. Returns titles, addresses and excerpts, best first; open one with open_page.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 200, description: 'Words to search for.' },
      type: { type: 'string', enum: import.meta.env.PAGE_TYPES },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    },
    required: ['query'],
  },
  annotations: { readOnlyHint: true },
  async execute(input, { signal } = {}) {
    const { query = '', type } = textsOf(input);
    const { limit } = (input ?? {}) as { limit?: unknown };
    const parameters = new URLSearchParams({ q: query, ...(type && { type }) });
    if (typeof limit === 'number') parameters.set('limit', `${limit}`);
    try {
      const response = await fetch(`/api/search?${parameters}`, { signal: signal ?? null });
      const { error, total, results } = (await response.json()) as Answer;
      if (error) return { error: `${error.message} ${error.resolution}` };
      return {
        total,
        results: results.map((page) => ({ ...pick(page), excerpt: excerptText(page.excerpt) })),
      };
    } catch {
      return { error: browserToolErrors.searchFailed };
    }
  },
};

function pick({ url, title, type }: Answer['results'][number]) {
  return { url, title, type };
}
