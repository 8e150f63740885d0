import { readChatRequest } from '#lib/chat/request.ts';
import { noModel } from '#lib/chat/chat-unavailable.ts';
import { endpoint, methodNotAllowed } from '#lib/http/endpoint.ts';
import { limitHeaders } from '#lib/http/limits.ts';
import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import { clientOf } from '#lib/http/request-client.ts';

export const prerender = false;

export const POST = endpoint('chat', async (context) => {
  const { request, locals } = context;
  const { services, pace } = locals;
  requireOwnOrigin(request, services.siteUrl);
  const state = await services.limits.chat.take(clientOf(context, services.clientAddress));
  if (!services.chat) return noModel().toResponse();
  const messages = await readChatRequest(request);
  const response = await services.chat.respond(messages, { signal: request.signal, waitForDrain: pace });
  for (const [name, value] of Object.entries(limitHeaders(state))) response.headers.set(name, value);
  return response;
});

export const ALL = methodNotAllowed('POST', 'OPTIONS');
