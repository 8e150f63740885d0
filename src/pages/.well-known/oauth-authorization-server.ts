import type { APIContext } from 'astro';
import { answerDocument } from '#lib/discovery/answer-document.ts';
import { documents } from '#lib/discovery/documents.ts';
import { createAuthorizationServerMetadata } from '#lib/discovery/oauth.ts';

export const prerender = false;

export function ALL({ locals, request }: APIContext): Response {
  const body = createAuthorizationServerMetadata(locals.services);
  return answerDocument(request, { type: documents.authorizationServer.type, body });
}
