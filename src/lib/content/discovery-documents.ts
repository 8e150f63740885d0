type DiscoveryDocument = {
  path: string;
  /** The value of `Content-Type`. */
  type: string;
  /** Title and description on /developers and in openapi.json. */
  title: string;
  about: string;
  /** Rendered on each request, because it depends on the instance's settings, and rate limited. */
  isOnDemand?: boolean;
};

const plainText = 'text/plain; charset=utf-8';

const definitions = {
  openApi: {
    path: '/openapi.json',
    type: 'application/vnd.oai.openapi+json;version=3.1',
    title: 'openapi.json',
    about: 'The HTTP API (OpenAPI 3.1). Its examples are updated daily, so requests with them are accepted.',
    isOnDemand: true,
  },
  llms: {
    path: '/llms.txt',
    type: plainText,
    title: 'llms.txt',
    about: 'A map of the site for language models: every page as Markdown, by section (llmstxt.org).',
  },
  llmsFull: {
    path: '/llms-full.txt',
    type: plainText,
    title: 'llms-full.txt',
    about: 'The text of all pages, in one file, or by section if it is long.',
  },
  apiCatalog: {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    title: 'API catalog',
    about: 'A linkset of the APIs (RFC 9727).',
  },
  aiCatalog: {
    path: '/.well-known/ai-catalog.json',
    type: 'application/ai-catalog+json',
    title: 'AI catalog',
    about: 'Tools and skills for agents (AI Catalog 1.0).',
    isOnDemand: true,
  },
  ard: {
    path: '/.well-known/ard.json',
    type: 'application/ai-catalog+json',
    title: 'AI catalog for ARD',
    about: 'The same body as the AI catalog, for clients of Agentic Resource Discovery.',
    isOnDemand: true,
  },
  mcpServerCard: {
    path: '/mcp/server-card',
    type: 'application/mcp-server-card+json',
    title: 'MCP server card',
    about: 'Address and protocol of the MCP server.',
    isOnDemand: true,
  },
  skills: {
    path: '/.well-known/agent-skills/index.json',
    type: 'application/json',
    title: 'Skills for agents',
    about: 'An index with the digest of each SKILL.md.',
  },
  newsFeed: {
    path: '/news/feed.xml',
    type: 'application/atom+xml',
    title: 'News feed',
    about: 'The latest news, newest first (Atom, RFC 4287).',
  },
  sitemap: {
    path: '/sitemap-index.xml',
    type: 'application/xml',
    title: 'Sitemap',
    about: 'Index of the sitemaps, with the dates of changes.',
  },
  robots: {
    path: '/robots.txt',
    type: plainText,
    title: 'robots.txt',
    about: 'Rules for crawlers, with content signals and the sitemap (RFC 9309).',
  },
  security: {
    path: '/.well-known/security.txt',
    type: plainText,
    title: 'security.txt',
    about: 'Where to report a vulnerability (RFC 9116).',
  },
  authorizationServer: {
    path: '/.well-known/oauth-authorization-server',
    type: 'application/json',
    title: 'OAuth metadata',
    about: 'Says that no tokens are issued here (RFC 8414).',
    isOnDemand: true,
  },
  protectedResource: {
    path: '/.well-known/oauth-protected-resource',
    type: 'application/json',
    title: 'Protected resource metadata',
    about: 'Says that no bearer tokens are accepted here (RFC 9728).',
    isOnDemand: true,
  },
  openIdConfiguration: {
    path: '/.well-known/openid-configuration',
    type: 'application/json',
    title: 'OpenID metadata',
    about: 'Says that this site is not an OpenID provider (OpenID Connect Discovery 1.0).',
    isOnDemand: true,
  },
} as const satisfies Record<string, DiscoveryDocument>;

export type DocumentName = keyof typeof definitions;

/** Every discovery document of the site. Each needs a route in src/pages, unless lib/publishing writes it. */
export const documents: Readonly<Record<DocumentName, DiscoveryDocument>> = definitions;

/** Pages that the documents refer to. */
export const helpPages = { developers: '/developers', authentication: '/auth' } as const;
