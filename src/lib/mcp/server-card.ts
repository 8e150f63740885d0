import { mcpPath, protocolVersions, serverVersion } from './protocol.ts';
import type { Offer } from './mcp-server.ts';

const schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const maxDescriptionLength = 100;

/**
 * Creates the server card. One body combines the format of SEP-2127 with the older one that scanners read under
 * /.well-known.
 */
export function createServerCard({ name, title, siteUrl, tools }: Offer) {
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
  return whole.length <= maxDescriptionLength ? whole : 'Search and read this website.';
}

/** `https://www.example.org` becomes `org.example`; IP addresses are not reversed. */
function namespaceOf(siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  const isName = /[a-z]/.test(hostname) && !hostname.startsWith('[');
  const labels = hostname.replace(/^www\./, '').split('.');
  const namespace = (isName ? labels.reverse() : labels).join('.');
  return namespace.replaceAll(/[^a-z0-9.-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
}
