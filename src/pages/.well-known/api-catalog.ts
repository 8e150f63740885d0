import { createApiCatalog } from '#lib/discovery/api-catalog.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import { fileLinks } from '#lib/discovery/link-relations.ts';
import { readSiteConfig } from '#app/env.ts';

export const prerender = true;

export function GET(): Response {
  const { siteUrl } = readSiteConfig();
  const { path, type } = documents.apiCatalog;
  const headers = { 'Content-Type': type, Link: fileLinks(siteUrl).get(path) ?? '' };
  return Response.json(createApiCatalog(siteUrl), { headers });
}
