import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteData } from 'astro';
import type { BaseApp } from 'astro/app';
import type { EndpointContext, PlainHandler } from '#lib/http/endpoint.ts';
import type { AppHandler } from '#lib/delivery/public-server.ts';
import { rememberByHeader } from '#lib/delivery/cache-by-header.ts';
import { isPlainRead, sendWhole, toWebRequest } from '#lib/delivery/web-exchange.ts';

/** What the server bundle of a build exports. */
export type Bundle<Locals> = { app: Pick<BaseApp, 'manifest' | 'match'>; handler: AppHandler<Locals> };

type Locals = Omit<EndpointContext['locals'], 'trace'>;
type Module = Record<string, unknown>;
/** Pages have no module here. */
type Found = { route: RouteData; module: Module | undefined };
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  locals: EndpointContext['locals'];
};
type Options = {
  /** Resolves to false when it has answered the request itself, as for a client over its limit. */
  admit?: (route: RouteData, exchange: Exchange) => Promise<boolean>;
};
type Middleware = (context: EndpointContext, next: () => Promise<Response>) => Promise<Response>;

/**
 * Finds the route of each request and asks `admit` about it. Calls endpoints that are plain by `endpoint()` as
 * Astro would, behind the site's middleware, without what Astro prepares for each request. Pages, other methods,
 * other endpoints and addresses in other spellings are Astro's.
 */
export async function withPlainEndpoints(
  { app, handler }: Bundle<Locals>,
  { admit = async () => true }: Options = {},
): Promise<AppHandler<Locals>> {
  const { manifest } = app;
  const middleware = (await manifest.middleware?.())?.onRequest;
  if (middleware === undefined) throw new Error('the build has no middleware');
  const onRequest = middleware as unknown as Middleware;
  const modules = await loadEndpoints(app);
  const site = manifest.site === undefined ? undefined : new URL(manifest.site);
  const find = rememberByHeader((path = '/'): Found | 'nothing' => {
    const request = new Request(`http://localhost${path}`);
    const route = app.match(request, true);
    if (route === undefined || (route.prerender && app.match(request) === undefined)) return 'nothing';
    return { route, module: modules.get(route.component) };
  });

  return async (request, response, next, locals) => {
    const found = find((request.url ?? '/').split('?', 1)[0]);
    if (found === 'nothing') {
      next();
      return;
    }
    const { route, module } = found;
    const exchange = { request, response, locals };
    if (!(await admit(route, exchange))) return;
    const method = module && isPlainRead(request) ? methodOf(module, request.method ?? 'GET') : undefined;
    if (method === undefined) return handler(request, response, next, locals);
    return answer({ route, method }, exchange);
  };

  async function answer(
    { route, method }: { route: RouteData; method: PlainHandler },
    exchange: Exchange,
  ): Promise<void> {
    const { response, locals } = exchange;
    const request = toWebRequest(exchange.request, response);
    const context: EndpointContext = {
      ...{ request, locals, site, url: new URL(request.url) },
      clientAddress: exchange.request.socket.remoteAddress ?? '',
      routePattern: route.route,
      isPrerendered: false,
    };
    await sendWhole(await onRequest(context, async () => method(context)), response);
  }
}

/** The modules of endpoints by the name of their file; a build imports them anew for each request. */
async function loadEndpoints({ manifest }: Bundle<Locals>['app']): Promise<Map<string, Module>> {
  const modules = new Map<string, Module>();
  for (const { routeData } of manifest.routes) {
    const open = routeData.type === 'endpoint' && manifest.pageMap?.get(routeData.component);
    if (!open || routeData.prerender) continue;
    const { page } = await open();
    modules.set(routeData.component, (await page()) as unknown as Module);
  }
  return modules;
}

/** What answers the method, when it is plain. */
function methodOf(module: Module, method: string): PlainHandler | undefined {
  const handler = module[method] ?? module['ALL'] ?? (method === 'HEAD' ? module['GET'] : undefined);
  return isPlain(handler) ? handler : undefined;
}

function isPlain(handler: unknown): handler is PlainHandler {
  return typeof handler === 'function' && 'isPlain' in handler && handler.isPlain === true;
}
