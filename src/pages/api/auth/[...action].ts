import type { APIContext } from 'astro';
import { AstroAuth } from 'auth-astro/server';
import { answerAuth } from '#lib/auth/answer-auth.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { clientOf } from '#lib/http/request-client.ts';

export const prerender = false;

export const ALL = endpoint('auth', (route) => {
  const { request, url, cookies, params } = route;
  const { auth, clientAddress, limits } = route.locals.services.requests;
  return answerAuth(
    { request, url, cookies, action: params['action'] ?? '' },
    {
      auth,
      countClient: () => limits.signIn.take(clientOf(route, clientAddress)),
      handler: (options, context) =>
        AstroAuth(options)[context.request.method === 'POST' ? 'POST' : 'GET'](context as APIContext),
    },
  );
});
