import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { errorResponse, errorResponses } from './error-responses.ts';
import { describeLimit, headers, limitHeaderNames } from './headers.ts';
import type { ApiFacts } from './facts.ts';

/** Health and search. */
export function sitePaths({ schemas, examples }: ApiFacts): ZodOpenApiPathsObject {
  const { sentence, extension } = describeLimit('search');
  return {
    '/api/health': {
      get: {
        operationId: 'getHealth',
        tags: ['Site'],
        summary: 'Is the site up?',
        description: 'Says that the process serves requests. It checks nothing else and is not rate limited.',
        responses: {
          '200': {
            description: 'It is up.',
            headers: headers('Cache-Control', 'Access-Control-Allow-Origin'),
            content: {
              'application/json': {
                schema: z.object({ status: z.literal('ok') }),
                example: { status: 'ok' },
              },
            },
          },
          '503': {
            description: 'It is shutting down: use another instance, or try again soon.',
            headers: headers('Cache-Control', 'Access-Control-Allow-Origin', 'Retry-After'),
            content: {
              'application/json': {
                schema: z.object({ status: z.literal('stopping') }),
                example: { status: 'stopping' },
              },
            },
          },
          ...errorResponses([], { isOpen: true }),
        },
      },
    },
    '/api/search': {
      get: {
        operationId: 'search',
        tags: ['Site'],
        summary: 'Search the site',
        description: `Finds pages by words, beginnings of words and "phrases", and corrects typing mistakes. ${sentence}`,
        ...extension,
        requestParams: { query: schemas.searchQuery },
        responses: {
          '200': {
            description: 'The matching pages, best first. The list may be empty.',
            headers: headers(...limitHeaderNames, 'Cache-Control', 'Access-Control-Allow-Origin'),
            content: {
              'application/json': { schema: schemas.searchAnswer, example: exampleAnswer(examples.query) },
            },
          },
          ...errorResponses(['INVALID_REQUEST', 'RATE_LIMITED'], { isOpen: true }),
        },
      },
    },
  };
}

/** Unknown addresses below /api, with any method. */
export function unknownPath(): ZodOpenApiPathsObject {
  const operation = (method: string, isOpen: boolean) => ({
    operationId: `${method}Unknown`,
    tags: ['Site'],
    summary: `${method.toUpperCase()} of an unknown address`,
    description:
      'Any other address below `/api`, at any depth and with any method, answers an error in JSON and never a page.',
    requestParams: {
      path: z.object({
        unknown: z
          .string()
          .max(8_000)
          .meta({ description: 'Any path that is not an address of this API.', examples: ['no-such-thing'] }),
      }),
    },
    responses: {
      ...errorResponse(['NOT_FOUND'], { isOpen }),
      ...errorResponse(['RATE_LIMITED'], { isOpen }),
    },
  });
  return {
    '/api/{unknown}': {
      get: operation('get', true),
      post: operation('post', false),
      put: operation('put', false),
      patch: operation('patch', false),
      delete: operation('delete', false),
    },
  };
}

function exampleAnswer(query: string) {
  const url = 'https://www.example.org/courses/soil-science';
  const excerpt = `… how it forms and how to describe <mark>${query}</mark> …`;
  return {
    query,
    total: 1,
    offset: 0,
    limit: 10,
    correction: null,
    results: [
      {
        url,
        markdownUrl: `${url}.md`,
        title: 'Soil Science',
        type: 'course',
        excerpt,
        sections: [{ url: `${url}#practical-work`, title: 'Practical work', excerpt }],
      },
    ],
    facets: { type: { course: 1 } },
  };
}
