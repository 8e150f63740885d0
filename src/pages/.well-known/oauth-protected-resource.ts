import type { APIContext } from 'astro';
import { answerDocument } from '#lib/discovery/answer-document.ts';
import { documents } from '#lib/discovery/documents.ts';
import { createProtectedResourceMetadata } from '#lib/discovery/oauth.ts';
import { site } from '#site';

export const prerender = false;

export function ALL({ locals, request }: APIContext): Response {
  const body = createProtectedResourceMetadata(locals.services, site.name);
  return answerDocument(request, { type: documents.protectedResource.type, body });
}
