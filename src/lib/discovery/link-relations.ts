import { documents, helpPages } from '#lib/content/discovery-documents.ts';

const { apiCatalog, openApi, llms, aiCatalog, ard } = documents;
/** Without `profile`: a `Link` header would have to escape its quotes. */
const linkset = 'application/linkset+json';

type DiscoveryLink = { rel: string; type: string; href: string };

/** Links to the APIs and their descriptions, which static hosts lack. */
const interfaceLinks: readonly DiscoveryLink[] = [
  { rel: 'api-catalog', type: linkset, href: apiCatalog.path },
  { rel: 'service-desc', type: openApi.type, href: openApi.path },
  { rel: 'service-doc', type: 'text/html', href: helpPages.developers },
  { rel: 'ai-catalog', type: aiCatalog.type, href: aiCatalog.path },
  { rel: 'ard', type: ard.type, href: ard.path },
];
const describedBy = { rel: 'describedby', type: 'text/plain', href: llms.path };

/** The discovery links of every page, in its `<head>` and in its `Link` header. */
export const discoveryLinks: readonly DiscoveryLink[] = [describedBy, ...interfaceLinks];

/** The same links as values of the `Link` header (RFC 8288). */
export const pageLinks: readonly string[] = discoveryLinks.map(toHeaderValue);
export const staticPageLinks: readonly string[] = [toHeaderValue(describedBy)];
export const interfaceRels: ReadonlySet<string> = new Set(interfaceLinks.map(({ rel }) => rel));

function toHeaderValue({ rel, type, href }: DiscoveryLink): string {
  return `<${href}>; rel="${rel}"; type="${type}"`;
}

/** Values of the `Link` header of single files, by path. The API catalog links to itself (RFC 9727, section 3). */
export function fileLinks(siteUrl: string): ReadonlyMap<string, string> {
  return new Map([[apiCatalog.path, `<${siteUrl}${apiCatalog.path}>; rel="api-catalog"; type="${linkset}"`]]);
}
