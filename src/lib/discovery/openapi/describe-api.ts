import { createDocument } from 'zod-openapi';
import { helpPages } from '#lib/content/discovery-documents.ts';
import { authPaths } from './auth-operations.ts';
import { chatPaths } from './chat-operations.ts';
import { documentPaths } from './document-operations.ts';
import type { ApiFacts } from './facts.ts';
import { formPaths } from './form-operations.ts';
import { headerComponents } from './headers.ts';
import { mcpPaths } from './mcp-operations.ts';
import { sitePaths, unknownPath } from './site-operations.ts';

const tags = [
  { name: 'Documents', description: 'Machine-readable descriptions of the site.' },
  { name: 'Forms', description: 'Applications, questions, course registrations and newsletter sign-ups.' },
  { name: 'MCP', description: 'The MCP server.' },
  { name: 'Questions', description: 'Answers from the site’s pages, by a language model.' },
  { name: 'Site', description: 'Search and health.' },
  { name: 'Staff', description: 'Staff sign-in, in a browser. Not for agents.' },
];

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The entity tag of the client’s copy; the response is 304 if it is current.',
  schema: { type: 'string', maxLength: 1_000 },
} as const;

/**
 * Describes every route as OpenAPI 3.1.0. It includes routes that are not configured on this instance; they return
 * 503.
 */
export function describeApi(facts: ApiFacts): object {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: `${facts.name}: API`,
        version: '1.1.0',
        description: `${aboutTheApi} The documentation for people is at ${facts.siteUrl}${helpPages.developers}.`,
        contact: { name: facts.name, url: `${facts.siteUrl}/contact`, email: facts.contactEmail },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [
        { url: '/', description: 'Production: the site that this document comes from.', 'x-internal': false },
      ],
      // No operation takes a credential. Staff sessions are browser cookies.
      security: [],
      tags,
      paths: {
        ...sitePaths(facts),
        ...chatPaths(facts),
        ...formPaths(facts),
        ...mcpPaths(facts),
        ...authPaths(),
        ...documentPaths(),
        ...unknownPath(),
      },
      components: {
        headers: headerComponents,
        parameters: { IfNoneMatch: ifNoneMatch },
      },
    },
    { override: ({ jsonSchema }) => setIntegerFormat(jsonSchema) },
  );
}

const aboutTheApi =
  'Everything here is open: no account, no key, no token. GET also answers HEAD, and OPTIONS lists the methods of an address. Errors are JSON objects with a code for programs and sentences for people.';

/** Replaces the pattern of a numeric query parameter with the integer format. */
function setIntegerFormat(schema: {
  type?: unknown;
  pattern?: unknown;
  format?: unknown;
  maximum?: unknown;
}): void {
  if (schema.type !== 'integer') return;
  delete schema.pattern;
  schema.format = Number(schema.maximum) > 2_147_483_647 ? 'int64' : 'int32';
}
