import { McpServer } from '@modelcontextprotocol/server';
import type { PublishedPages } from '#lib/delivery/published-pages.ts';
import { protocolVersions, serverVersion } from './protocol.ts';
import { registerResources } from './resources.ts';
import type { Caller, Tool } from './tool.ts';

export type Offer = {
  /** Name of this server among a client's others: `larkmoor`. */
  name: string;
  title: string;
  siteUrl: string;
  tools: readonly Tool[];
  pages: PublishedPages;
};

/** Pages change with a new build only, so what is listed may be kept for a while. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** A server for one request of the client: nothing of it outlives the answer. */
export function createMcpServer({ name, title, siteUrl, tools, pages }: Offer, caller: Caller): McpServer {
  const server = new McpServer(
    { name, title, version: serverVersion, websiteUrl: siteUrl },
    {
      capabilities: { tools: { listChanged: false } },
      supportedProtocolVersions: [...protocolVersions],
      instructions:
        `${title}: the public website ${siteUrl}. Call search to find pages and read_page to read one before you ` +
        'answer. Quote dates, fees and codes from a page, never from memory, and give its address.',
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
