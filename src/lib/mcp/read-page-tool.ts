import { z } from 'zod';
import type { PublishedPages } from '#lib/delivery/published-pages.ts';
import { publishedPageSchema } from '#lib/build-format/manifest.ts';
import { mcpErrors, readPageAlternatives } from '#lib/i18n/en/mcp.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { sitePathOf } from './site-path.ts';
import { defineTool, type Tool } from './tool.ts';

const outputSchema = z.object({
  url: z.url().describe('URL of the HTML page.'),
  markdownUrl: z
    .url()
    .describe('Its Markdown. Pages that are made for each query need Accept: text/markdown.'),
  title: z.string(),
  type: publishedPageSchema.shape.type,
  description: z.string(),
  updated: z.string().nullable().describe('Date of the last change if it is known, such as 2026-01-05.'),
  markdown: z.string().describe('The whole page as Markdown.'),
});

type ReadPageOptions = { siteUrl: string; instituteName: string; pages: PublishedPages; hasAsk: boolean };

/** Reads pages of this site only: the URL is looked up, never fetched. */
export function createReadPageTool({ siteUrl, instituteName, pages, hasAsk }: ReadPageOptions): Tool {
  return defineTool({
    name: 'read_page',
    title: `Read a page of ${instituteName}`,
    description:
      `Returns the whole text of one page of ${siteUrl} as Markdown. Takes a URL from search, a link from another ` +
      'page of this site, or a path such as /courses; an anchor is ignored. Reads no pages of other sites.',
    inputSchema: z.object({
      url: z
        .string()
        .min(1)
        .max(2000)
        .describe(`A URL that starts with ${siteUrl}, or a path such as /courses.`),
    }),
    outputSchema,
    async run({ url }, { readOnDemand }) {
      const known = sitePathOf(url, siteUrl);
      if (known === undefined) throw new ApiError('INVALID_REQUEST', mcpErrors.foreignUrl({ siteUrl }));
      const { path, query } = known;
      const page = pages.find(path);
      if (page === undefined) {
        const markdown = await readOnDemand(path + query);
        if (markdown === undefined) throw pageNotFound(path, readPageAlternatives(siteUrl, hasAsk));
        const address = siteUrl + path + query;
        const about = { ...readTwinHead(markdown), type: 'page' as const, updated: null };
        return { structured: { url: address, markdownUrl: address, ...about, markdown }, text: markdown };
      }
      const { title, type, description, updated } = page;
      const markdown = await pages.readMarkdown(page);
      const urls = {
        url: new URL(page.path, siteUrl).href,
        markdownUrl: new URL(page.markdownPath, siteUrl).href,
      };
      return { structured: { ...urls, title, type, description, updated, markdown }, text: markdown };
    },
  });
}

/** Title and description in the front matter of a twin, where they are quoted as in JSON. */
function readTwinHead(markdown: string): { title: string; description: string } {
  const read = (name: string) => {
    const [, quoted = '""'] = new RegExp(`^${name}: (".*")$`, 'm').exec(markdown) ?? [];
    return JSON.parse(quoted) as string;
  };
  return { title: read('title'), description: read('description') };
}

/** Creates the error, which names an alternative if the page at the path is rendered per request. */
function pageNotFound(path: string, alternatives: Readonly<Record<string, string>>): ApiError {
  const shownPath = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  const [, first = ''] = path.replace(/\.md$/, '').split('/');
  if (!Object.hasOwn(alternatives, first)) {
    return new ApiError('NOT_FOUND', mcpErrors.pageNotFound({ path: shownPath }));
  }
  return new ApiError('NOT_FOUND', { message: `${shownPath} ${alternatives[first]}`, resolution: '' });
}
