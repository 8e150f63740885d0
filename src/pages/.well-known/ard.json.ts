import { readCatalogFacts } from '#app/content-view/discovery-facts.ts';
import { createAiCatalog } from '#lib/discovery/ai-catalog.ts';
import { documentEndpoint } from '#lib/discovery/answer-document.ts';

export const prerender = false;

export const ALL = documentEndpoint('ard', async ({ site }) => createAiCatalog(await readCatalogFacts(site)));
