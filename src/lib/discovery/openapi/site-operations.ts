import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { errorResponse, errorResponses } from './error-responses.ts';
import type { ApiFacts } from './facts.ts';
import { describeLimit, headers, type HeaderName } from './headers.ts';
import { jsonResponse } from './json-response.ts';

/** Health and search. */
export function sitePaths({ schemas, examples }: ApiFacts): ZodOpenApiPathsObject {
  const { sentence, extension } = describeLimit('search');
  return {
    '/api/health': {
      get: {
        operationId: 'getHealth',
        tags: ['Site'],
        summary: 'Is the site up?',
        description: 'Checks only that the process serves requests. It is not rate limited.',
        responses: {
          '200': health('It is up.', 'ok', []),
          '503': health('It is shutting down: use another instance, or try again soon.', 'stopping', [
            'Retry-After',
          ]),
          ...errorResponses([], { isOpen: true }),
        },
      },
    },
    '/api/search': {
      get: {
        operationId: 'search',
        tags: ['Site'],
        summary: 'Search the site',
        description: `Finds pages by words, beginnings of words and phrases in "quotes", and corrects typing mistakes. ${sentence}`,
        ...extension,
        requestParams: { query: schemas.searchQuery },
        responses: {
          '200': jsonResponse('The matching pages, best first. The list may be empty.', {
            schema: schemas.searchAnswer,
            example: exampleAnswer(examples.query),
          }),
          ...errorResponses(['INVALID_REQUEST', 'RATE_LIMITED'], { isOpen: true }),
        },
      },
    },
  };
}

function health(description: string, status: string, more: HeaderName[]) {
  return jsonResponse(
    description,
    { schema: z.object({ status: z.literal(status) }), example: { status } },
    headers('Cache-Control', 'Access-Control-Allow-Origin', ...more),
  );
}

/** Unknown addresses below /api, with any method. */
export function unknownPath(): ZodOpenApiPathsObject {
  const operation = (method: string, isOpen: boolean) => ({
    operationId: `${method}Unknown`,
    tags: ['Site'],
    summary: `${method.toUpperCase()} of an unknown address`,
    description:
      'Any other address below `/api`, at any depth and with any method, returns an error as JSON.',
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
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const operations = methods.map((method) => [method, operation(method, method === 'get')]);
  return { '/api/{unknown}': Object.fromEntries(operations) as ZodOpenApiPathItemObject };
}

function exampleAnswer(query: string) {
  const url = 'https://www.example.org/courses/first-course';
  const excerpt = `This course is about <mark>${query}</mark>. You work outdoors every week.`;
  return {
    query,
    total: 1,
    offset: 0,
    limit: 10,
    correction: null,
    answer: null,
    unrelated: false,
    unknownWords: [],
    courses: null,
    results: [
      {
        url,
        markdownUrl: `${url}.md`,
        title: 'A first course',
        type: 'course',
        excerpt,
        facts: {
          fee: '£720',
          nextStart: '11 January 2027',
          days: 'Tuesdays 18:30 to 20:00',
          place: 'Online',
          seatsFree: 12,
        },
        sections: [{ url: `${url}#practical-work`, title: 'Practical work', excerpt }],
      },
    ],
    facets: { type: { course: 1 } },
  };
}
