import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { endpoint, type EndpointContext } from '#lib/http/endpoint.ts';
import { withPlainEndpoints, type Bundle } from './plain-endpoints.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const route = (path: string, prerender = false) => ({
  ...{ component: path, route: path, type: 'endpoint', prerender },
});

/** As a build has it: a plain endpoint, one that is Astro's, and a page that is prerendered. */
function makeBundle(handler: (request: IncomingMessage) => string) {
  const modules: Record<string, object> = {
    '/api/plain': {
      GET: endpoint('plain', ({ url, clientAddress }) => Response.json([url.pathname, clientAddress])),
    },
    '/api/own': { GET: () => new Response('never called here') },
  };
  const onRequest = async (context: EndpointContext, next: () => Promise<Response>) => {
    const response = await next();
    response.headers.set('X-Route', context.routePattern);
    return response;
  };
  const known = [...Object.keys(modules).map((path) => route(path)), route('/page', true)];
  const app = {
    manifest: {
      routes: known.map((routeData) => ({ routeData })),
      pageMap: new Map(
        Object.entries(modules).map(([path, module]) => [path, async () => ({ page: async () => module })]),
      ),
      middleware: () => ({ onRequest }),
    },
    match: (request: Request, withPrerendered = false) =>
      known.find(
        ({ route, prerender }) =>
          decodeURI(new URL(request.url).pathname) === route && (withPrerendered || !prerender),
      ),
  };
  return {
    app,
    handler: (request: IncomingMessage, response: { end: (text: string) => void }) =>
      response.end(handler(request)),
  } as unknown as Bundle<Omit<EndpointContext['locals'], 'trace'>>;
}

async function serve(bundle: Bundle<Omit<EndpointContext['locals'], 'trace'>>): Promise<string> {
  const answer = await withPlainEndpoints(bundle);
  const server = createServer((request, response) => {
    const next = () => response.writeHead(404).end('nothing');
    answer(request, response, next, {} as Parameters<typeof answer>[3]);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('answers a plain endpoint itself, behind the middleware', async () => {
  const origin = await serve(makeBundle(() => 'astro'));

  const response = await fetch(`${origin}/api/plain?q=1`);
  const head = await fetch(`${origin}/api/plain`, { method: 'HEAD' });

  expect(response.headers.get('X-Route')).toBe('/api/plain');
  expect(await response.json()).toEqual(['/api/plain', '127.0.0.1']);
  expect(head.headers.get('Content-Length')).toBe(response.headers.get('Content-Length'));
});

test('leaves to Astro what is no plain read of a plain endpoint', async () => {
  const origin = await serve(makeBundle(({ method, url }) => `astro ${method} ${url}`));

  const answers = await Promise.all([
    fetch(`${origin}/api/own`).then((response) => response.text()),
    fetch(`${origin}/api/plain`, { method: 'POST', body: 'x' }).then((response) => response.text()),
    fetch(`${origin}/api/pl%61in`).then((response) => response.text()),
  ]);

  expect(answers).toEqual(['astro GET /api/own', 'astro POST /api/plain', 'astro GET /api/pl%61in']);
});

test('says without Astro that nothing is made on demand at an address', async () => {
  const origin = await serve(makeBundle(() => 'astro'));

  const answers = await Promise.all(
    ['/elsewhere', '/page'].map(async (path) => (await fetch(origin + path)).text()),
  );

  expect(answers).toEqual(['nothing', 'nothing']);
});

test('refuses a build without the middleware that protects its answers', async () => {
  const bundle = makeBundle(() => 'astro');
  delete bundle.app.manifest.middleware;

  const opening = withPlainEndpoints(bundle);

  await expect(opening).rejects.toThrow('no middleware');
});

test('asks about each route before it is answered, and not about addresses where nothing is', async () => {
  const asked: string[] = [];
  const answer = await withPlainEndpoints(
    makeBundle(() => 'astro'),
    {
      admit: async ({ route }, { response }) => {
        asked.push(route);
        response.writeHead(429).end();
        return false;
      },
    },
  );
  const server = createServer((request, response) => {
    const next = () => response.writeHead(404).end();
    answer(request, response, next, {} as Parameters<typeof answer>[3]);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const statuses = [];
  for (const path of ['/api/plain', '/api/own', '/api/pl%61in', '/nothing']) {
    statuses.push((await fetch(origin + path)).status);
  }

  expect(statuses).toEqual([429, 429, 429, 404]);
  expect(asked).toEqual(['/api/plain', '/api/own', '/api/plain']);
});
