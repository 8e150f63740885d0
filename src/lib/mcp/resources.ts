import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { PageEntry, PublishedPages } from '#lib/delivery/published-pages.ts';
import type { Log } from '#lib/log/log.ts';
import { mcpErrors } from '#lib/i18n/en/mcp.ts';
import { internalError } from '#lib/http/endpoint.ts';
import { sitePathOf } from './site-path.ts';

const pageSize = 100;
const mimeType = 'text/markdown';

type ResourceOptions = { siteUrl: string; pages: PublishedPages; log: Log };

/** Registers the Markdown twins as resources under their own URLs. */
export function registerResources(server: McpServer, { siteUrl, pages, log }: ResourceOptions): void {
  const protocol = server.server;
  protocol.registerCapabilities({ resources: {} });
  protocol.setRequestHandler('resources/list', ({ params }) => {
    const { shown, nextCursor } = pageAfter(pages.list(), params?.cursor);
    return {
      resources: shown.map((page) => toResource(page, siteUrl)),
      ...(nextCursor !== undefined && { nextCursor }),
    };
  });
  protocol.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${siteUrl}/{+path}.md`,
        name: 'page',
        title: 'A page as Markdown',
        description: 'Any page of this site: its URL with .md at the end. The home page is /index.md.',
        mimeType,
      },
    ],
  }));
  protocol.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const path = sitePathOf(uri, siteUrl)?.path;
    const page = path === undefined ? undefined : pages.find(path);
    if (page === undefined) throw new ResourceNotFoundError(uri);
    const text = await readMarkdown(page, { pages, log });
    return { contents: [{ uri, mimeType, text }] };
  });
}

function toResource(page: PageEntry, siteUrl: string) {
  return {
    uri: new URL(page.markdownPath, siteUrl).href,
    name: page.path,
    title: page.title,
    ...(page.description !== '' && { description: page.description }),
    mimeType,
    size: page.markdownBytes,
    ...(page.updated !== null && { annotations: { lastModified: `${page.updated}T00:00:00Z` } }),
  };
}

/**
 * A cursor encodes the last path of the previous page of results, so it stays valid on every instance and after a new
 * build.
 * @throws ProtocolError for an invalid cursor
 */
function pageAfter(pages: readonly PageEntry[], cursor: string | undefined) {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString();
  if (cursor !== undefined && (!after.startsWith('/') || toCursor(after) !== cursor)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, mcpErrors.invalidCursor);
  }
  const first = pages.findIndex(({ markdownPath }) => markdownPath > after);
  const shown = first === -1 ? [] : pages.slice(first, first + pageSize);
  const last = shown.at(-1);
  const hasMore = last !== undefined && first + pageSize < pages.length;
  return { shown, nextCursor: hasMore ? toCursor(last.markdownPath) : undefined };
}

function toCursor(markdownPath: string): string {
  return Buffer.from(markdownPath).toString('base64url');
}

/** Logs a failure and hides its cause from the client. */
async function readMarkdown(
  page: PageEntry,
  { pages, log }: Omit<ResourceOptions, 'siteUrl'>,
): Promise<string> {
  try {
    return await pages.readMarkdown(page);
  } catch (error) {
    log.error('failed', { name: 'mcp resources', error });
    throw new ProtocolError(ProtocolErrorCode.InternalError, internalError().message);
  }
}
