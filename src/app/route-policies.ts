import type { Allowances } from '#lib/http/content-policy.ts';
import type { LimitName } from '#lib/http/limits.ts';
import type { RouteMethod } from '#lib/http/other-methods.ts';

/** `route`: the route counts the request itself, because its form or protocol needs its own error response. */
type Counting = LimitName | 'route' | 'none';

export type RoutePolicy = {
  /** GET includes HEAD. The middleware answers all others. `route`: the route does, in its protocol's own way. */
  methods: readonly RouteMethod[] | 'route';
  /** The rate limit, optionally by method: GET includes HEAD, and other methods count as `pages`. */
  limit: Counting | { readonly GET?: Counting; readonly POST?: Counting };
  /** POST from pages of other sites: refused with 403, by the middleware for JSON and by the form of a page. */
  foreignPosts: 'refused' | 'accepted';
  /** `staff`: the route requires a session, with `requireStaff`. test/http/auth-routes.test.ts checks each route. */
  session: 'none' | 'staff';
  /** The format of error responses: for failures and for clients over their limit. */
  errors: 'page' | 'json';
  /** Whether scripts of other sites may read responses to GET (CORS). */
  isOpen: boolean;
  /** Whether HTML is compressed, and converted to Markdown for clients that prefer it. */
  hasMarkdown: boolean;
  isIndexed: boolean;
  /** `Cache-Control`, unless the route sets it. */
  cache: string;
  /** `Referrer-Policy`, unless the route sets it. */
  referrer: string | undefined;
  /** Exception from the content security policy: for the challenge's provider, the directory, or our pages in frames. */
  contentPolicy: 'challenge' | 'directory' | 'framing' | ContentPolicyException | undefined;
};

type ContentPolicyException = { allowances: Allowances; hasTrustedTypes: boolean };

const defaults: RoutePolicy = {
  methods: ['GET'],
  limit: 'pages',
  foreignPosts: 'refused',
  session: 'none',
  errors: 'page',
  isOpen: false,
  hasMarkdown: true,
  isIndexed: true,
  // Caches that ignore Vary would send Markdown to browsers, and the limits of one visitor to another.
  cache: 'private, no-cache',
  referrer: undefined,
  contentPolicy: undefined,
};

const post = { methods: ['POST'] } as const;

/** Pages with forms, and endpoints that answer GET and POST. */
const withForms = [
  ...['apply', 'apply/withdraw', 'enquire', 'enquire/withdraw'],
  ...['newsletter', 'newsletter/confirm', 'newsletter/unsubscribe'],
  ...['register', 'register/confirm', 'register/correct', 'register/withdraw'],
  ...[
    'staff',
    'staff/delete-person',
    'staff/end-sessions',
    'staff/held-mail',
    'staff/refused',
    'staff/seats',
    'staff/sign-out',
  ],
  ...['staff/applications/[reference]', 'staff/enquiries/[reference]'],
  ...['staff/registrations', 'staff/registrations/[reference]', 'staff/registrations/decide'],
  ...['staff/content/bin', 'staff/content/delete', 'staff/content/edit', 'staff/content/history'],
  ...['staff/content/changes', 'staff/content/changes/[id]', 'staff/content/new', 'staff/content/rename'],
  ...['staff/content/document', 'staff/content/elsewhere', 'staff/content/picture', 'staff/content/preview'],
  ...['staff/content/render', 'staff/content/save'],
];

/**
 * Differences from the defaults, by route. `/x/*` is /x and all routes below it. Rows are read from top to bottom:
 * a later row overrides the properties it sets. Only the content policy applies to published pages as well.
 */
const table: readonly (readonly [routes: string, policy: Partial<RoutePolicy>])[] = [
  ['/api/*', { errors: 'json', isOpen: true, cache: 'no-store' }],
  // Unknown addresses return 404 for every method, and each action of Auth.js has its own methods.
  ['/api/[...path]', { methods: 'route' }],
  ['/api/auth/*', { methods: 'route' }],
  // Load balancers poll it.
  ['/api/health', { limit: { GET: 'none' } }],
  // Private, because the headers contain the client's remaining limit.
  ['/api/search', { limit: { GET: 'search' }, cache: 'private, max-age=60' }],
  // Load balancers poll it, too.
  [
    '/ready',
    { limit: { GET: 'none' }, errors: 'json', hasMarkdown: false, isIndexed: false, cache: 'no-store' },
  ],
  // Protected by its signature. Without its setting it is an unknown address.
  ['/api/content-hook', { methods: 'route', foreignPosts: 'accepted', isOpen: false }],
  ['/api/chat', { ...post, limit: { POST: 'chat' } }],
  ['/api/course-registration', { ...post, limit: { POST: 'route' } }],
  ['/api/email-marketing-signup', { ...post, limit: { POST: 'route' } }],
  ['/api/application', { ...post, limit: { POST: 'route' } }],
  ['/api/enquiry', { ...post, limit: { POST: 'route' } }],

  // Its errors are JSON-RPC, so it refuses other methods and origins itself.
  ['/mcp', { methods: 'route', limit: { POST: 'route' }, foreignPosts: 'accepted', errors: 'json' }],
  ['/mcp/server-card', { errors: 'json', isOpen: true }],
  ['/openapi.json', { errors: 'json', isOpen: true }],
  ['/.well-known/*', { errors: 'json', isOpen: true }],

  ['/courses/seats.json', { errors: 'json', isOpen: true }],

  ...withForms.map((path) => [`/${path}`, { methods: ['GET', 'POST'] }] as const),
  // Links in emails contain a token, which must not be sent to other sites.
  ['/register/*', { cache: 'no-store', referrer: 'same-origin' }],
  ['/register', { contentPolicy: 'challenge' }],
  ['/register/correct', { contentPolicy: 'challenge' }],
  ['/apply/*', { cache: 'no-store', referrer: 'same-origin' }],
  ['/apply', { contentPolicy: 'challenge' }],
  ['/enquire/*', { cache: 'no-store', referrer: 'same-origin' }],
  ['/enquire', { contentPolicy: 'challenge' }],
  ['/newsletter/*', { cache: 'no-store', referrer: 'same-origin' }],
  ['/newsletter', { contentPolicy: 'challenge' }],
  // Mail programs post here (RFC 8058). The token in the address protects it.
  ['/newsletter/unsubscribe', { foreignPosts: 'accepted' }],

  [
    '/staff/*',
    {
      limit: 'staff',
      session: 'staff',
      hasMarkdown: false,
      isIndexed: false,
      cache: 'no-store',
      referrer: 'same-origin',
      contentPolicy: 'directory',
    },
  ],
  // Its token is in the address, and its pages are not published.
  ['/preview/*', { hasMarkdown: false, isIndexed: false, cache: 'no-store', referrer: 'same-origin' }],
  ['/staff/content/save', { errors: 'json' }],
  ['/staff/content/state', { errors: 'json' }],
  ['/staff/content/render', { errors: 'json' }],
  ['/staff/content/elsewhere', { errors: 'json' }],
  ['/staff/content/choices', { errors: 'json' }],
  ['/staff/content/document', { errors: 'json' }],
  ['/staff/content/picture', { errors: 'json' }],
  ['/staff/content/picture-choices', { errors: 'json' }],
  ['/staff/content/thumbnail', { errors: 'json' }],
  // The preview beside the text is in a frame.
  ['/staff/content/edit', { contentPolicy: 'framing' }],
  ['/staff/sign-in', { session: 'none' }],
  ['/staff/sign-out', { session: 'none' }],
  ['/staff/signed-out', { session: 'none' }],
  ['/staff/refused', { session: 'none' }],
  ['/staff/notice', { session: 'none' }],

  // Swagger UI writes markup as strings, and its style sheet contains pictures.
  [
    '/developers/reference',
    { contentPolicy: { allowances: { 'img-src': ['data:'] }, hasTrustedTypes: false } },
  ],
];

/** @param route its pattern, such as `/staff/registrations/[reference]` */
export function findRoutePolicy(route: string): RoutePolicy {
  const policy = { ...defaults };
  for (const [routes, differences] of table) if (isAmong(route, routes)) Object.assign(policy, differences);
  return policy;
}

function isAmong(route: string, routes: string): boolean {
  if (!routes.endsWith('/*')) return route === routes;
  const folder = routes.slice(0, -2);
  return route === folder || route.startsWith(`${folder}/`);
}

const deskRoutes = ['/staff/content/*', '/preview/*'];

/** Whether an address belongs to the editor's desk. */
export function isOfDesk(path: string): boolean {
  return deskRoutes.some((routes) => isAmong(path, routes));
}

/** Maximum size of an uploaded picture or document, in bytes. */
export const maxPictureBytes = 20 * 1024 * 1024;

/** Paths that accept bodies above the server's limit, which their routes read with a session only. */
export const largeBodies: ReadonlyMap<string, number> = new Map([
  ['/staff/content/picture', maxPictureBytes],
  ['/staff/content/document', maxPictureBytes],
]);

/** Exceptions for published pages, by address. */
export const publishedExceptions: ReadonlyMap<string, ContentPolicyException> = new Map(
  table.flatMap(([route, { contentPolicy }]) =>
    typeof contentPolicy === 'object' ? [[route, contentPolicy]] : [],
  ),
);
