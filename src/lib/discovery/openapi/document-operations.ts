import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { documents, onDemandDocuments } from '#lib/discovery/documents.ts';
import { errorResponse } from './error-responses.ts';
import { headers } from './headers.ts';

type Named = keyof typeof documents;

const named: Readonly<Record<Named, { summary: string; description: string }>> = {
  openApi: {
    summary: 'This description',
    description:
      'OpenAPI 3.1.0. Its examples are made anew each day, so that they are accepted as they stand.',
  },
  apiCatalog: { summary: 'Catalog of APIs', description: 'A linkset of what there is to call (RFC 9727).' },
  aiCatalog: { summary: 'AI catalog', description: 'What there is for agents, as AI Catalog 1.0.' },
  ard: { summary: 'AI catalog, for ARD', description: 'The same body, for Agentic Resource Discovery.' },
  mcpServerCard: { summary: 'MCP server card', description: 'Where the MCP server is and what it speaks.' },
  skills: { summary: 'Skills for agents', description: 'An index with the digest of each SKILL.md.' },
  authorizationServer: {
    summary: 'OAuth metadata',
    description: 'Says that no tokens are issued here (RFC 8414).',
  },
  protectedResource: {
    summary: 'Protected resource metadata',
    description: 'Says that no bearer tokens are taken here (RFC 9728).',
  },
  openIdConfiguration: {
    summary: 'OpenID metadata',
    description: 'Says that this site is no OpenID provider (OpenID Connect Discovery 1.0).',
  },
  security: { summary: 'Security contact', description: 'Whom to tell of a weakness (RFC 9116).' },
  llms: { summary: 'Map of the site', description: 'Every page as Markdown, by section (llmstxt.org).' },
  llmsFull: { summary: 'Text of all pages', description: 'In one file, or by section where it is long.' },
  robots: { summary: 'Rules for crawlers', description: 'With content signals and the maps (RFC 9309).' },
  sitemap: { summary: 'Sitemap', description: 'Index of the sitemaps, with the days of changes.' },
  newsFeed: { summary: 'News feed', description: 'The latest news, newest first (Atom, RFC 4287).' },
};

/** Everything that is there to be found. */
export function documentPaths(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    (Object.keys(documents) as Named[]).map((name) => [documents[name].path, { get: operation(name) }]),
  );
}

function operation(name: Named) {
  const { type } = documents[name];
  const kept = headers('ETag', 'Cache-Control', 'Access-Control-Allow-Origin');
  const [essence = ''] = type.split(';');
  const isJson = essence.endsWith('json');
  return {
    operationId: `get${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: ['Documents'],
    ...named[name],
    parameters: [{ $ref: '#/components/parameters/IfNoneMatch' as const }],
    responses: {
      '200': {
        description: 'The document.',
        headers: name === 'apiCatalog' ? { ...kept, ...headers('Link') } : kept,
        content: {
          [essence]: {
            schema: isJson ? { type: 'object' as const } : { type: 'string' as const, maxLength: 4_000_000 },
          },
        },
      },
      '304': { description: 'It is still what the client has.', headers: kept },
      '405': refusal,
      ...(onDemandDocuments.has(name) && errorResponse(['RATE_LIMITED'], { isOpen: true })),
    },
  };
}

/** Files and documents are no part of the API, so what they refuse is said in plain text. */
const refusal: ZodOpenApiResponseObject = {
  id: 'DocumentMethodNotAllowed',
  description: 'The address does not take the method.',
  headers: headers('Cache-Control', 'Allow'),
  content: {
    'text/plain': {
      schema: { type: 'string', maxLength: 200 },
      example: 'Use one of GET, HEAD, OPTIONS here.\n',
    },
  },
};
