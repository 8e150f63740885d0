import type { APIContext } from 'astro';
import { readApiDescription } from '#app/api-description.ts';
import { answerDocument } from '#lib/discovery/answer-document.ts';
import { documents } from '#lib/discovery/documents.ts';

export const prerender = false;

export async function ALL({ locals, request }: APIContext): Promise<Response> {
  // Without indentation: it would double the size.
  const body = JSON.stringify(await readApiDescription(locals.services));
  return answerDocument(request, { type: documents.openApi.type, body });
}
