import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';

type Use = {
  /** The undocumented behaviour of Astro that we rely on. */
  what: string;
  /** The name of the value that astro-probe.ts prints. */
  seen: string;
  expected: unknown;
  /** What to do if the test fails. */
  fix: string;
};

const uses: readonly Use[] = [
  {
    what: 'the manifest of astro:build:ssr names the origin of each route',
    seen: 'origins',
    expected: expect.arrayContaining(['/_image internal', '/dynamic project']),
    fix: 'src/astro/integration.ts removes routes whose origin is not "project". Find out how Astro marks its own routes now; otherwise anyone can request /_image.',
  },
  {
    what: 'the manifest of astro:build:ssr has the inline styles of each route',
    seen: 'styles',
    expected: [expect.objectContaining({ type: 'inline', content: expect.stringContaining('color:') })],
    fix: 'src/astro/integration.ts reads them for the Content-Security-Policy of dynamic pages (onDemandCode.styles). Without them, browsers block these styles.',
  },
  {
    what: 'the manifest of astro:build:ssr has the inline scripts as pairs of id and code',
    seen: 'inlinedScripts',
    expected: [[expect.any(String), expect.stringContaining('document.title')]],
    fix: 'src/astro/integration.ts reads them for the Content-Security-Policy of dynamic pages (onDemandCode.scripts). Without them, browsers block these scripts.',
  },
  {
    what: 'the handler passes locals and the route pattern to endpoints, and does not replace their 404 responses',
    seen: 'endpoint',
    expected: '["local","/api/echo"]',
    fix: 'src/app/server.ts passes the services as locals, src/middleware.ts finds the policy by routePattern, and endpoints send 404 as JSON.',
  },
  {
    what: 'the handler passes locals to pages',
    seen: 'locals',
    expected: true,
    fix: 'src/app/server.ts passes the services as locals.',
  },
  {
    what: 'a slash or .html at the end of an address still leads to the endpoint',
    seen: 'spellings',
    expected: ['["local","/api/echo"]', '["local","/api/echo"]'],
    fix: 'If Astro now rejects such addresses itself, delete requireExactAddress in src/middleware.ts.',
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
    fix: 'src/lib/delivery/uncaught-errors.ts removes that listener. If Astro no longer adds one, delete removeAllListeners there.',
  },
  {
    what: 'the handler prints "Unhandled rejection while rendering" before the address of the request',
    seen: 'printed',
    expected: true,
    fix: 'src/lib/log/capture-console.ts logs these words of Astro’s output, without the address. Use the new words there.',
  },
  {
    what: 'astro dev shows changed and added files',
    seen: 'saved',
    expected: 'Added,Second',
    fix: 'src/astro/content-loader.ts writes to the store the same way: look for the change in the release notes of Astro’s content layer.',
  },
];

let seen: Record<string, unknown>;

beforeAll(() => {
  const environment = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name));
  const output = execFileSync(process.execPath, ['test/full/alone/astro-probe.ts'], {
    encoding: 'utf8',
    env: { ...Object.fromEntries(environment), ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  seen = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
});

test.each(uses)('$what', (use) => {
  expect(seen[use.seen], `No longer true in the installed Astro: ${use.what}. ${use.fix}`).toEqual(
    use.expected,
  );
});
