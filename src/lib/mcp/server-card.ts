import { mcpPath, protocolVersions, serverVersion } from './protocol.ts';
import type { Offer } from './mcp-server.ts';

const schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const longestDescription = 100;

/**
 * Tells clients of the server before they connect: SEP-2127's card and the older shape that scanners look for
 * under /.well-known, in one body.
 */
export function serverCardOf({ name, title, siteUrl, tools }: Offer) {
  const transport = 'streamable-http';
  const endpoint = siteUrl + mcpPath;
  return {
    $schema: schema,
    name: `${namespaceOf(siteUrl)}/${name}`,
    version: serverVersion,
    title,
    description: describe(title),
    websiteUrl: siteUrl,
    remotes: [{ type: transport, url: endpoint, supportedProtocolVersions: [...protocolVersions] }],
    serverInfo: { name, title, version: serverVersion },
    protocolVersion: protocolVersions[0],
    transport: { type: transport, endpoint },
    capabilities: { tools: {}, resources: {} },
    tools: tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: tool.inputSchema,
    })),
  };
}

function describe(title: string): string {
  const whole = `Search and read the website of ${title}.`;
  return whole.length <= longestDescription ? whole : 'Search and read this website.';
}

/** `https://www.example.org` gives `org.example`; an address that is no name stays in its order. */
function namespaceOf(siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  const isName = /[a-z]/.test(hostname) && !hostname.startsWith('[');
  const labels = hostname.replace(/^www\./, '').split('.');
  const namespace = (isName ? labels.reverse() : labels).join('.');
  return namespace.replaceAll(/[^a-z0-9.-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
}
