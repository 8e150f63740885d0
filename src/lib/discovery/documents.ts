type DiscoveryDocument = {
  path: string;
  /** The value of `Content-Type`. */
  type: string;
};

/** The discovery documents of the site. Their paths are defined only here. */
export const documents = {
  openApi: { path: '/openapi.json', type: 'application/vnd.oai.openapi+json;version=3.1' },
  /** RFC 9727, section 5.2. */
  apiCatalog: {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  },
  aiCatalog: { path: '/.well-known/ai-catalog.json', type: 'application/ai-catalog+json' },
  /** The same body as the AI catalog, for clients of Agentic Resource Discovery. */
  ard: { path: '/.well-known/ard.json', type: 'application/ai-catalog+json' },
  mcpServerCard: { path: '/mcp/server-card', type: 'application/mcp-server-card+json' },
  skills: { path: '/.well-known/agent-skills/index.json', type: 'application/json' },
  /** RFC 8414. */
  authorizationServer: { path: '/.well-known/oauth-authorization-server', type: 'application/json' },
  /** RFC 9728. */
  protectedResource: { path: '/.well-known/oauth-protected-resource', type: 'application/json' },
  openIdConfiguration: { path: '/.well-known/openid-configuration', type: 'application/json' },
  /** RFC 9116. */
  security: { path: '/.well-known/security.txt', type: 'text/plain; charset=utf-8' },
  llms: { path: '/llms.txt', type: 'text/plain; charset=utf-8' },
  llmsFull: { path: '/llms-full.txt', type: 'text/plain; charset=utf-8' },
  robots: { path: '/robots.txt', type: 'text/plain; charset=utf-8' },
  sitemap: { path: '/sitemap-index.xml', type: 'application/xml' },
  newsFeed: { path: '/news/feed.xml', type: 'application/atom+xml' },
} as const satisfies Record<string, DiscoveryDocument>;

export type DocumentName = keyof typeof documents;

/** Documents made on each request, because they depend on the instance's settings. They are rate limited. */
export const onDemandDocuments: ReadonlySet<DocumentName> = new Set([
  'openApi',
  'aiCatalog',
  'ard',
  'mcpServerCard',
  'authorizationServer',
  'protectedResource',
  'openIdConfiguration',
] as const);

/** Pages that the documents refer to. */
export const helpPages = { developers: '/developers', authentication: '/auth' } as const;
