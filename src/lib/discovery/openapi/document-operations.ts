import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { documents, onDemandDocuments, type DocumentName } from '#lib/discovery/documents.ts';
import { errorResponse } from './error-responses.ts';
import { headers } from './headers.ts';

const descriptions: Readonly<Record<DocumentName, { summary: string; description: string }>> = {
  openApi: {
    summary: 'This description',
    description: 'OpenAPI 3.1.0. Its examples are updated daily, so requests with them are accepted.',
  },
  apiCatalog: { summary: 'Catalog of APIs', description: 'A linkset of the APIs (RFC 9727).' },
  aiCatalog: { summary: 'AI catalog', description: 'Tools and skills for agents (AI Catalog 1.0).' },
  ard: { summary: 'AI catalog, for ARD', description: 'The same body, for Agentic Resource Discovery.' },
  mcpServerCard: { summary: 'MCP server card', description: 'Address and protocol of the MCP server.' },
  skills: { summary: 'Skills for agents', description: 'An index with the digest of each SKILL.md.' },
  authorizationServer: {
    summary: 'OAuth metadata',
    description: 'Says that no tokens are issued here (RFC 8414).',
  },
  protectedResource: {
    summary: 'Protected resource metadata',
    description: 'Says that no bearer tokens are accepted here (RFC 9728).',
  },
  openIdConfiguration: {
    summary: 'OpenID metadata',
    description: 'Says that this site is not an OpenID provider (OpenID Connect Discovery 1.0).',
  },
  security: { summary: 'Security contact', description: 'Where to report a vulnerability (RFC 9116).' },
  llms: { summary: 'Map of the site', description: 'Every page as Markdown, by section (llmstxt.org).' },
  llmsFull: { summary: 'Text of all pages', description: 'In one file, or by section if it is long.' },
  robots: { summary: 'Rules for crawlers', description: 'With content signals and the maps (RFC 9309).' },
  sitemap: { summary: 'Sitemap', description: 'Index of the sitemaps, with the days of changes.' },
  newsFeed: { summary: 'News feed', description: 'The latest news, newest first (Atom, RFC 4287).' },
};

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
  const { type } = documents[name];
  const cacheHeaders = headers('ETag', 'Cache-Control', 'Access-Control-Allow-Origin');
  const [essence = ''] = type.split(';');
  const isJson = essence.endsWith('json');
  return {
    operationId: `get${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: ['Documents'],
    ...descriptions[name],
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
      ...(onDemandDocuments.has(name) && errorResponse(['RATE_LIMITED'], { isOpen: true })),
    },
  };
}

/** Files and documents are not part of the JSON API: their errors are plain text. */
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
