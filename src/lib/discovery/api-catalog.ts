import { documents, helpPages } from '#lib/content/discovery-documents.ts';

type Target = { href: string; type?: string; title?: string };
type Context = { anchor: string } & Readonly<Record<string, string | Target[]>>;

/** The API catalog, as a linkset (RFC 9727 and RFC 9264, section 4.2). */
export function createApiCatalog(siteUrl: string): { linkset: Context[] } {
  const { apiCatalog, openApi, mcpServerCard } = documents;
  // The base of the server `/` in openapi.json.
  const api = `${siteUrl}/`;
  const mcp = `${siteUrl}/mcp`;
  const documentation = [
    { href: siteUrl + helpPages.developers, type: 'text/html' },
    { href: `${siteUrl}${helpPages.developers}.md`, type: 'text/markdown' },
  ];
  return {
    linkset: [
      { anchor: siteUrl + apiCatalog.path, item: [{ href: api }, { href: mcp }] },
      {
        anchor: api,
        'service-desc': [{ href: siteUrl + openApi.path, type: openApi.type }],
        'service-doc': documentation,
        status: [{ href: `${siteUrl}/api/health`, type: 'application/json' }],
      },
      {
        anchor: mcp,
        'service-desc': [{ href: siteUrl + mcpServerCard.path, type: mcpServerCard.type }],
        'service-doc': documentation,
        status: [{ href: `${siteUrl}/api/health`, type: 'application/json' }],
      },
    ],
  };
}
