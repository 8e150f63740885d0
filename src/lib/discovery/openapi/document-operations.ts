import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { documents, type DocumentName } from '#lib/content/discovery-documents.ts';
import { errorResponse } from './error-responses.ts';
import { headers } from './headers.ts';

/** GET of each discovery document. */
export function documentPaths(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    (Object.keys(documents) as DocumentName[]).map((name) => [
      documents[name].path,
      { get: operation(name) },
    ]),
  );
}

function operation(name: DocumentName) {
  const { type, title, about, isOnDemand } = documents[name];
  const cacheHeaders = headers('ETag', 'Cache-Control', 'Access-Control-Allow-Origin');
  const [essence = ''] = type.split(';');
  const isJson = essence.endsWith('json');
  return {
    operationId: `get${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: ['Documents'],
    summary: title,
    description: about,
    parameters: [{ $ref: '#/components/parameters/IfNoneMatch' as const }],
    responses: {
      '200': {
        description: 'The document.',
        headers: name === 'apiCatalog' ? { ...cacheHeaders, ...headers('Link') } : cacheHeaders,
        content: {
          [essence]: {
            schema: isJson ? { type: 'object' as const } : { type: 'string' as const, maxLength: 4_000_000 },
          },
        },
      },
      '304': { description: 'The client’s copy is current.', headers: cacheHeaders },
      '405': methodNotAllowed,
      ...(isOnDemand && {
        ...errorResponse(['METHOD_NOT_ALLOWED']),
        ...errorResponse(['RATE_LIMITED'], { isOpen: true }),
      }),
    },
  };
}

/** Published files are not part of the JSON API: their errors are plain text. */
const methodNotAllowed: ZodOpenApiResponseObject = {
  id: 'DocumentMethodNotAllowed',
  description: 'The address does not support the method.',
  headers: headers('Cache-Control', 'Allow'),
  content: {
    'text/plain': {
      schema: { type: 'string', maxLength: 200 },
      example: 'Use one of GET, HEAD, OPTIONS here.\n',
    },
  },
};
