import { createDocument } from 'zod-openapi';
import { helpPages } from '#lib/discovery/documents.ts';
import { authPaths } from './auth-operations.ts';
import { chatPaths } from './chat-operations.ts';
import { documentPaths } from './document-operations.ts';
import type { ApiFacts } from './facts.ts';
import { formPaths } from './form-operations.ts';
import { headerComponents } from './headers.ts';
import { mcpPaths } from './mcp-operations.ts';
import { sitePaths, unknownPath } from './site-operations.ts';

const tags = [
  { name: 'Documents', description: 'What describes the site for programs.' },
  { name: 'Forms', description: 'What people send in: registrations and newsletter sign-ups.' },
  { name: 'MCP', description: 'The same for clients of the Model Context Protocol.' },
  { name: 'Questions', description: 'Answers from the site’s pages, by a language model.' },
  { name: 'Site', description: 'Search, and whether the site is up.' },
  { name: 'Staff', description: 'How people of the staff sign in, in a browser. Agents have no use for it.' },
];

/**
 * The description of every route, as OpenAPI 3.1.0. It lists all of them whatever an instance has: what is not
 * configured answers 503, and that is told too.
 */
export function describeApi(facts: ApiFacts): object {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: `${facts.name}: API`,
        version: '1.1.0',
        description: `${aboutTheApi} More is told for people at ${facts.siteUrl}${helpPages.developers}.`,
        contact: { name: facts.name, url: `${facts.siteUrl}/contact`, email: facts.contactEmail },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [
        { url: '/', description: 'Production: the site that this document comes from.', 'x-internal': false },
      ],
      // Nothing here takes a credential; staff sign in by a cookie of their browser.
      security: [],
      tags,
      paths: {
        ...sitePaths(facts),
        ...chatPaths(facts),
        ...formPaths(facts),
        ...mcpPaths(),
        ...authPaths(),
        ...documentPaths(),
        ...unknownPath(),
      },
      components: {
        headers: headerComponents,
        parameters: {
          IfNoneMatch: {
            name: 'If-None-Match',
            in: 'header',
            required: false,
            description: 'The entity tag of what the client has; the answer is 304 when that is still right.',
            schema: { type: 'string', maxLength: 1_000 },
          },
        },
      },
    },
    { override: ({ jsonSchema }) => tellFormatOfInteger(jsonSchema) },
  );
}

const aboutTheApi =
  'Everything here is open: no account, no key, no token. GET also answers HEAD, and OPTIONS tells what an address takes. Errors are JSON objects with a code for programs and sentences for people.';

/** Parameters arrive as texts, so their schemas have a pattern beside what the number may be. */
function tellFormatOfInteger(schema: {
  type?: unknown;
  pattern?: unknown;
  format?: unknown;
  maximum?: unknown;
}): void {
  if (schema.type !== 'integer') return;
  delete schema.pattern;
  schema.format = Number(schema.maximum) > 2_147_483_647 ? 'int64' : 'int32';
}
