import type { APIContext } from 'astro';
import { AstroAuth } from 'auth-astro/server';
import { answerAuth } from '#lib/auth/answer-auth.ts';
import { contextEndpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

export const ALL = contextEndpoint('auth', ({ request, url, cookies, params, locals }) =>
  answerAuth(
    { request, url, cookies, action: params['action'] ?? '' },
    {
      auth: locals.services.auth,
      handler: (options, context) =>
        AstroAuth(options)[context.request.method === 'POST' ? 'POST' : 'GET'](context as APIContext),
    },
  ),
);
