import { documents, helpPages } from './documents.ts';

const { apiCatalog, openApi, llms, aiCatalog, ard } = documents;

/** Values of the `Link` header of every page in either variant, beside those that tell of the page itself. */
export const pageLinks: readonly string[] = [
  `<${llms.path}>; rel="describedby"; type="text/plain"`,
  `<${apiCatalog.path}>; rel="api-catalog"; type="application/linkset+json"`,
  `<${openApi.path}>; rel="service-desc"; type="${openApi.type}"`,
  `<${helpPages.developers}>; rel="service-doc"; type="text/html"`,
  `<${aiCatalog.path}>; rel="ai-catalog"; type="${aiCatalog.type}"`,
  `<${ard.path}>; rel="ard"; type="${ard.type}"`,
];

/** The `Link` header of files that want one, by address. A catalog names itself (RFC 9727, section 3). */
export function fileLinks(siteUrl: string): ReadonlyMap<string, string> {
  return new Map([
    [apiCatalog.path, `<${siteUrl}${apiCatalog.path}>; rel="api-catalog"; type="application/linkset+json"`],
  ]);
}
