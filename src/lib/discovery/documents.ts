type Document = {
  path: string;
  /** Media type, as its `Content-Type` has it. */
  type: string;
};

/** What agents and integrators read first, by what it is. Other modules name these addresses from here alone. */
export const documents = {
  openApi: { path: '/openapi.json', type: 'application/vnd.oai.openapi+json;version=3.1' },
  /** RFC 9727, section 5.2. */
  apiCatalog: {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  },
  aiCatalog: { path: '/.well-known/ai-catalog.json', type: 'application/ai-catalog+json' },
  /** The same body as the AI catalog, for readers of Agentic Resource Discovery. */
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
} as const satisfies Record<string, Document>;

/** Those that are made when asked for, since they tell of what is configured; a client has a limit for them. */
export const madeOnDemand: ReadonlySet<keyof typeof documents> = new Set([
  'openApi',
  'aiCatalog',
  'ard',
  'mcpServerCard',
  'authorizationServer',
  'protectedResource',
  'openIdConfiguration',
] as const);

/** Pages that these documents send people and agents to. */
export const helpPages = { developers: '/developers', authentication: '/auth' } as const;
