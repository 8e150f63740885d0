import type { APIContext } from 'astro';
import { answerDocument } from '#lib/discovery/answer-document.ts';
import { documents } from '#lib/discovery/documents.ts';
import { createOpenIdConfiguration } from '#lib/discovery/oauth.ts';

export const prerender = false;

export function ALL({ locals, request }: APIContext): Response {
  const body = createOpenIdConfiguration(locals.services);
  return answerDocument(request, { type: documents.openIdConfiguration.type, body });
}
