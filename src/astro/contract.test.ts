import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';

type Use = {
  /** What we rely on beyond Astro's documented API. */
  what: string;
  /** What contract-probe.ts saw, by name. */
  seen: string;
  expected: unknown;
  /** What to do when it fails. */
  fix: string;
};

const uses: readonly Use[] = [
  {
    what: 'the manifest of astro:build:ssr names the origin of each route',
    seen: 'origins',
    expected: expect.arrayContaining(['/_image internal', '/dynamic project']),
    fix: 'src/astro/integration.ts removes routes that are not of origin "project". Find out how Astro marks its own routes now, or anyone can request /_image.',
  },
  {
    what: 'the manifest of astro:build:ssr has the inline styles of each route',
    seen: 'styles',
    expected: [expect.objectContaining({ type: 'inline', content: expect.stringContaining('color:') })],
    fix: 'src/astro/integration.ts reads them for the Content-Security-Policy of dynamic pages (onDemandCode.styles), which would block them.',
  },
  {
    what: 'the manifest of astro:build:ssr has the inline scripts as pairs of id and code',
    seen: 'inlinedScripts',
    expected: [[expect.any(String), expect.stringContaining('document.title')]],
    fix: 'src/astro/integration.ts reads them for the Content-Security-Policy of dynamic pages (onDemandCode.scripts), which would block them.',
  },
  {
    what: 'the handler gives routes the object of locals and the pattern of the route, and keeps a 404 of an endpoint',
    seen: 'endpoint',
    expected: '["local","/api/echo"]',
    fix: 'src/app/server.ts passes the services as locals, src/middleware.ts finds the policy by routePattern, and endpoints send 404 as JSON.',
  },
  {
    what: 'the handler gives pages the object of locals',
    seen: 'locals',
    expected: true,
    fix: 'src/app/server.ts passes the services as locals.',
  },
  {
    what: 'the address of an endpoint with a slash or .html at its end leads to the endpoint',
    seen: 'spellings',
    expected: ['["local","/api/echo"]', '["local","/api/echo"]'],
    fix: 'If Astro refuses such addresses by itself now, delete requireExactAddress in src/middleware.ts.',
  },
  {
    what: 'the handler calls next() if no route matches',
    seen: 'unknown',
    expected: 'next',
    fix: 'src/lib/delivery/public-server.ts sends the 404 page from next().',
  },
  {
    what: 'the handler adds one listener for unhandled rejections',
    seen: 'rejectionListeners',
    expected: 1,
    fix: 'src/lib/delivery/uncaught-errors.ts removes that listener. If there is none, delete removeAllListeners there.',
  },
  {
    what: 'the handler prints "Unhandled rejection while rendering" before the address of the request',
    seen: 'printed',
    expected: true,
    fix: 'src/lib/log/capture-console.ts logs these words of Astro’s output, without the address. Use the new words there.',
  },
  {
    what: 'the first entry of server.middlewares.stack handles a request before Astro does',
    seen: 'first',
    expected: '/',
    fix: 'src/astro/dev-delivery.ts puts its middleware there: Astro answers every page that it gets.',
  },
  {
    what: 'the middleware runs for prerendered pages of a preview',
    seen: 'prerendered',
    expected: 'true',
    fix: 'src/app/dev-services.ts measures prerendered pages there.',
  },
  {
    what: 'a prerendered page of a preview sees no headers of the request',
    seen: 'hiddenHeaders',
    expected: true,
    fix: 'src/astro/dev-delivery.ts renders every page as HTML and converts it. If pages see Accept now, src/middleware.ts can negotiate in previews too.',
  },
  {
    what: 'a preview shows files that are saved and added',
    seen: 'saved',
    expected: 'Added,Second',
    fix: 'src/astro/content-loader.ts writes to the store the same way: look for the change in the release notes of Astro’s content layer.',
  },
];

let seen: Record<string, unknown>;

beforeAll(() => {
  const environment = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name));
  const output = execFileSync(process.execPath, ['src/astro/contract-probe.ts'], {
    encoding: 'utf8',
    env: { ...Object.fromEntries(environment), ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  seen = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
}, 120_000);

test.each(uses)('$what', (use) => {
  expect(seen[use.seen], `An upgrade of Astro moved this: ${use.what}. ${use.fix}`).toEqual(use.expected);
});
