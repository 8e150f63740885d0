import { z } from 'zod';
import type { PublishedPages } from '#lib/delivery/published-pages.ts';
import { publishedPageSchema } from '#lib/content/manifest.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { sitePathOf } from './site-path.ts';
import { defineTool, type Tool } from './tool.ts';

const outputSchema = z.object({
  url: z.url().describe('Address for people.'),
  markdownUrl: z.url(),
  title: z.string(),
  type: publishedPageSchema.shape.type,
  description: z.string(),
  updated: z.string().nullable().describe('Day of the last change, where it is known: 2026-01-05.'),
  markdown: z.string().describe('The whole page as Markdown.'),
});

type ReadPageNeeds = { siteUrl: string; instituteName: string; pages: PublishedPages; hasAsk: boolean };

/** Reads what the build published and nothing else: an address is only ever looked up, never fetched. */
export function createReadPageTool({ siteUrl, instituteName, pages, hasAsk }: ReadPageNeeds): Tool {
  return defineTool({
    name: 'read_page',
    title: `Read a page of ${instituteName}`,
    description:
      `Gives the whole text of one page of ${siteUrl} as Markdown. Takes an address that search gave, a link from ` +
      'another page of this site, or a path such as /courses; an anchor is allowed and changes nothing. Reads ' +
      'nothing outside this site.',
    inputSchema: z.object({
      url: z.string().min(1).max(2000).describe(`An address below ${siteUrl}, or a path such as /courses.`),
    }),
    outputSchema,
    async run({ url }) {
      const path = sitePathOf(url, siteUrl);
      if (path === undefined) throw foreign(siteUrl);
      const page = pages.find(path);
      if (page === undefined) throw missing(path, { siteUrl, hasAsk });
      const { title, type, description, updated } = page;
      const markdown = await pages.readMarkdown(page);
      const addresses = {
        url: new URL(page.path, siteUrl).href,
        markdownUrl: new URL(page.markdownPath, siteUrl).href,
      };
      return { structured: { ...addresses, title, type, description, updated, markdown }, text: markdown };
    },
  });
}

function foreign(siteUrl: string): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: 'This is no address on this site, and nothing was fetched.',
    resolution: `Give an address that starts with ${siteUrl}/ or a path such as /courses.`,
  });
}

/** What to do instead of reading a page that is made anew for each visitor, by how its path starts. */
function insteadOf(
  path: string,
  { siteUrl, hasAsk }: { siteUrl: string; hasAsk: boolean },
): string | undefined {
  const [, first = ''] = path.split('/');
  const form = `is a form for a person to fill in: give them ${siteUrl}/${first}. Programs find its API in ${siteUrl}/openapi.json.`;
  const instead: Readonly<Record<string, string>> = {
    search: 'is made for each query: call the search tool.',
    ask: `is made for each question: call the ${hasAsk ? 'ask' : 'search'} tool.`,
    register: form,
    newsletter: form,
    api: `is for programs: see ${siteUrl}/openapi.json.`,
    staff: 'is for signed-in staff.',
  };
  return Object.hasOwn(instead, first) ? instead[first] : undefined;
}

function missing(path: string, site: { siteUrl: string; hasAsk: boolean }): ApiError {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  const instead = insteadOf(path.replace(/\.md$/, ''), site);
  return new ApiError('NOT_FOUND', {
    message: instead === undefined ? `There is no page at ${shown}.` : `${shown} ${instead}`,
    resolution: instead === undefined ? 'Call search with a few words of what you look for.' : '',
  });
}
