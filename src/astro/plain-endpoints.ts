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
type Found = { route: RouteData; module: Record<string, unknown> };
type Middleware = (context: EndpointContext, next: () => Promise<Response>) => Promise<Response>;

/**
 * Calls endpoints that are plain by `endpoint()` as Astro would, behind the site's middleware, without what
 * Astro prepares for each request; says that nothing is at an address without asking Astro again. Pages,
 * other methods, other endpoints and addresses in other spellings are Astro's.
 */
export async function withPlainEndpoints({ app, handler }: Bundle<Locals>): Promise<AppHandler<Locals>> {
  const { manifest } = app;
  const middleware = (await manifest.middleware?.())?.onRequest;
  if (middleware === undefined) throw new Error('the build has no middleware');
  const onRequest = middleware as unknown as Middleware;
  const modules = await loadEndpoints(app);
  const site = manifest.site === undefined ? undefined : new URL(manifest.site);
  const find = rememberByHeader((path = '/'): Found | 'astro' | 'nothing' => {
    const request = new Request(`http://localhost${path}`);
    const route = app.match(request, true);
    if (route === undefined || (route.prerender && app.match(request) === undefined)) return 'nothing';
    const module = modules.get(route.component);
    return module === undefined ? 'astro' : { route, module };
  });

  return (request, response, next, locals) => {
    if (!isPlainRead(request)) return handler(request, response, next, locals);
    const found = find((request.url ?? '/').split('?', 1)[0]);
    if (found === 'nothing') {
      next();
      return;
    }
    const method = found === 'astro' ? undefined : methodOf(found.module, request.method ?? 'GET');
    if (found === 'astro' || method === undefined) return handler(request, response, next, locals);
    return answer({ ...found, method }, { request, response, locals });
  };

  async function answer(
    { route, method }: Found & { method: PlainHandler },
    exchange: { request: IncomingMessage; response: ServerResponse; locals: EndpointContext['locals'] },
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
async function loadEndpoints({ manifest }: Bundle<Locals>['app']): Promise<Map<string, Found['module']>> {
  const modules = new Map<string, Found['module']>();
  for (const { routeData } of manifest.routes) {
    const open = routeData.type === 'endpoint' && manifest.pageMap?.get(routeData.component);
    if (!open || routeData.prerender) continue;
    const { page } = await open();
    modules.set(routeData.component, (await page()) as unknown as Found['module']);
  }
  return modules;
}

/** What answers the method, when it is plain. */
function methodOf(module: Found['module'], method: string): PlainHandler | undefined {
  const handler = module[method] ?? module['ALL'] ?? (method === 'HEAD' ? module['GET'] : undefined);
  return isPlain(handler) ? handler : undefined;
}

function isPlain(handler: unknown): handler is PlainHandler {
  return typeof handler === 'function' && 'isPlain' in handler && handler.isPlain === true;
}
