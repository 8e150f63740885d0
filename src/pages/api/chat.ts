import { readChatRequest } from '#lib/chat/request.ts';
import { noModel } from '#lib/chat/chat-unavailable.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

export const POST = endpoint('chat', async ({ request, locals }) => {
  const { services, waitForDrain } = locals;
  const { chat } = services.site;
  if (!chat) return noModel().toResponse();
  const messages = await readChatRequest(request);
  return chat.respond(messages, { signal: request.signal, waitForDrain });
});
