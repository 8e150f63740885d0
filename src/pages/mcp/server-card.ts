import { answerDocument } from '#lib/discovery/answer-document.ts';
import { documents } from '#lib/discovery/documents.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

export const ALL = endpoint('mcp-server-card', ({ locals, request }) => {
  const { type } = documents.mcpServerCard;
  return answerDocument(request, { type, body: locals.services.mcp.card, maxAge: 3600 });
});
