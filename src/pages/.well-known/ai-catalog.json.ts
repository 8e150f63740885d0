import type { APIContext } from 'astro';
import { readCatalogFacts } from '#app/discovery-facts.ts';
import { createAiCatalog } from '#lib/discovery/ai-catalog.ts';
import { answerDocument } from '#lib/discovery/answer-document.ts';
import { documents } from '#lib/discovery/documents.ts';

export const prerender = false;

export async function ALL({ locals, request }: APIContext): Promise<Response> {
  const body = createAiCatalog(await readCatalogFacts(locals.services));
  return answerDocument(request, { type: documents.aiCatalog.type, body });
}
