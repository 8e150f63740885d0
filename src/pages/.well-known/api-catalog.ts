import { createApiCatalog } from '#lib/discovery/api-catalog.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import { fileLinks } from '#lib/discovery/link-relations.ts';
import { siteUrl } from '#app/content-view/content.ts';

export const prerender = true;

export function GET(): Response {
  const { path, type } = documents.apiCatalog;
  const headers = { 'Content-Type': type, Link: fileLinks(siteUrl()).get(path) ?? '' };
  return Response.json(createApiCatalog(siteUrl()), { headers });
}
