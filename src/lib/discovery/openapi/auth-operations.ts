import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { ErrorCode } from '#lib/http/api-error.ts';
import { errorResponses } from './error-responses.ts';
import { headers } from './headers.ts';
import { jsonResponse, limitedHeaders, openHeaders } from './json-response.ts';

const addressSchema = z.object({
  url: z.string().max(8_192).meta({ format: 'uri' }),
  methods: z.array(z.enum(['GET', 'POST'])).max(2),
});
const objectOrNull = { type: ['object' as const, 'null' as const] };
const actionSchema = z.enum(['session', 'csrf', 'providers', 'signin', 'signout', 'error']);

/** Staff sign-in, with Auth.js. Without a configured directory, every address except the session returns 503. */
export function authPaths(): ZodOpenApiPathsObject {
  return {
    '/api/auth': {
      get: {
        ...about('listAuthAddresses', 'The addresses for signing in'),
        responses: {
          '200': jsonResponse('Each address with its methods.', {
            schema: z.object({ addresses: z.array(addressSchema).max(50) }),
            example: {
              addresses: [{ url: 'https://www.example.org/api/auth/session', methods: ['GET', 'POST'] }],
            },
          }),
          ...errorResponses(['RATE_LIMITED', 'AUTH_NOT_CONFIGURED'], { isOpen: true }),
        },
      },
    },
    '/api/auth/session': {
      get: {
        ...about('getSession', 'Who is signed in'),
        responses: {
          '200': jsonResponse(
            '`null` for everyone who is not signed in, and if no directory is configured.',
            { schema: objectOrNull, example: null },
          ),
          ...errorResponses(['RATE_LIMITED', 'STORE_UNAVAILABLE'], { isOpen: true }),
        },
      },
    },
    '/api/auth/{action}': {
      get: operation('getAuthAction', 'Read or start a sign-in step', { isOpen: true }),
      post: operation('postAuthAction', 'Perform a sign-in or sign-out step', { isOpen: false }),
    },
    '/api/auth/{action}/directory': {
      get: operation('getDirectoryAction', 'Start a sign-in, or return from the directory', {
        isOpen: true,
        actions: z.enum(['signin', 'callback']),
      }),
      post: operation('postDirectoryAction', 'Go to the directory to sign in', {
        isOpen: false,
        actions: z.enum(['signin', 'callback']),
      }),
    },
  };
}

function about(operationId: string, summary: string) {
  return {
    operationId,
    tags: ['Staff'],
    summary,
    description: `${summary}, for the staff pages in a browser. Agents and integrators don’t need it.`,
  };
}

type Options = { isOpen: boolean; actions?: z.ZodEnum };

function operation(operationId: string, summary: string, { isOpen, actions = actionSchema }: Options) {
  const sent: ErrorCode[] = ['INVALID_REQUEST', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
  const ownHeaders = isOpen ? openHeaders : limitedHeaders;
  return {
    ...about(operationId, summary),
    requestParams: {
      path: z.object({ action: actions.meta({ description: 'The step.', examples: ['signin'] }) }),
    },
    ...(!isOpen && { requestBody: postedForm() }),
    responses: {
      '200': jsonResponse('The result of the step.', { schema: objectOrNull }, ownHeaders),
      '303': {
        description: 'Redirects to a page or to the directory.',
        headers: { ...ownHeaders, ...headers('Location') },
      },
      ...errorResponses(
        [...(isOpen ? [] : sent), 'NOT_FOUND', 'RATE_LIMITED', 'AUTH_NOT_CONFIGURED', 'STORE_UNAVAILABLE'],
        { isOpen },
      ),
    },
  };
}

function postedForm() {
  const schema = z.object({
    csrfToken: z.string().max(500).meta({ description: 'From GET /api/auth/csrf.' }),
    callbackUrl: z
      .string()
      .max(8_192)
      .optional()
      .meta({ description: 'Address on this site to redirect to.' }),
  });
  const example = { csrfToken: 'a1b2c3', callbackUrl: '/staff' };
  return {
    required: true,
    description: 'The form that the sign-in page posts.',
    content: { 'application/x-www-form-urlencoded': { schema, example } },
  };
}
