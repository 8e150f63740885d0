import { McpServer } from '@modelcontextprotocol/server';
import type { PublishedPages } from '#lib/delivery/published-pages.ts';
import { protocolVersions, serverVersion } from './protocol.ts';
import { registerResources } from './resources.ts';
import type { Caller, Tool } from './tool.ts';

export type Offer = {
  /** Short name in the client's list of servers, such as `riverside`. */
  name: string;
  title: string;
  siteUrl: string;
  tools: readonly Tool[];
  pages: PublishedPages;
};

/** Pages change only when content is published, so clients may cache lists for an hour. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Creates a stateless server for one request. */
export function createMcpServer({ name, title, siteUrl, tools, pages }: Offer, caller: Caller): McpServer {
  const server = new McpServer(
    { name, title, version: serverVersion, websiteUrl: siteUrl },
    {
      capabilities: { tools: { listChanged: false } },
      supportedProtocolVersions: [...protocolVersions],
      instructions:
        `${title}: the public website ${siteUrl}. Call search to find pages and read_page to read one before you ` +
        'answer. Quote dates, fees and codes from a page, never from memory, and give its URL.',
      cacheHints: {
        'tools/list': cacheHint,
        'resources/list': cacheHint,
        'resources/templates/list': cacheHint,
        'resources/read': cacheHint,
        'server/discover': cacheHint,
      },
    },
  );
  for (const tool of tools) tool.register(server, caller);
  registerResources(server, { siteUrl, pages, log: caller.log });
  return server;
}
