import { endpoint } from '#lib/http/endpoint.ts';
import { clientOf } from '#lib/http/request-client.ts';

export const prerender = false;

export const POST = endpoint('mcp', (context) => {
  const { clientAddress, mcp } = context.locals.services;
  return mcp.answer(context.request, clientOf(context, clientAddress));
});

export const ALL = endpoint('mcp', ({ locals, request }) => locals.services.mcp.answerOtherMethod(request));
