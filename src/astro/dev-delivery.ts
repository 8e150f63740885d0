import { once } from 'node:events';
import { request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Plugin } from 'vite';
import type { DevPage } from './dev-pages.ts';
import { percentEncodePath, parseTarget, withoutPageSuffix } from '#lib/delivery/request-path.ts';
import { answerMalformed, answerRedirect } from '#lib/delivery/short-answers.ts';
import { renderErrorHeader } from '#lib/publishing/preview-header.ts';
import { negotiateResponse } from '#lib/delivery/negotiate-response.ts';

type DevOptions = {
  siteUrl: string;
  /** `Link` header values of every page. */
  pageLinks: readonly string[];
  /** Converts a rendered page to Markdown, as the build does. */
  toTwin: (html: string, path: string) => string | Promise<string>;
  /** Reports a page that could not be converted. */
  report?: (problem: string) => void;
  /** Changes the HTML of a page after its twin is made. */
  changePage?: (page: DevPage) => Promise<string>;
  /** HTML at the end of every page, which twins do not contain. */
  addToPages?: string;
  /** Returns the new address for a page's former address. */
  findMoved?: (path: string) => string | undefined;
};

/** The requested page. */
type Wanted = { path: string; query: string; isTwinAddress: boolean };

/** Marks requests that the plugin sends to its own server. */
const innerHeader = 'x-lectern-inner';

/** Applies the redirects and content negotiation of production in `astro dev`, except for Vite's own files. */
export function devDelivery(options: DevOptions): Plugin {
  return {
    name: 'lectern-dev-delivery',
    apply: 'serve',
    // Runs after Astro, which also puts its middleware first.
    enforce: 'post',
    configureServer(server) {
      return () => {
        server.middlewares.stack.unshift({
          route: '',
          handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => {
            deliverInDev(request, response, { next, ...options });
          },
        });
      };
    },
  };
}

/** The middleware of `devDelivery`, for a connect-like server. */
export function deliverInDev(
  request: IncomingMessage,
  response: ServerResponse,
  { next, ...options }: DevOptions & { next: () => void },
): void {
  const { method, url = '/', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || innerHeader in headers || isViteFile(url)) return next();
  const target = parseTarget(url, '');
  if (target.kind === 'malformed' || target.kind === 'long')
    return answerMalformed(request, response, target.kind);
  if (target.kind !== 'path' || /^\/(api|\.well-known)(\/|$)/.test(target.path)) return next();
  const { path, query, decoded } = target;
  const pagePath = withoutPageSuffix(path);
  if (pagePath !== path) return answerRedirect(response, pagePath + query);
  const isTwinAddress = path.endsWith('.md');
  if (!isTwinAddress && /\.[^/]*$/.test(path)) return next();

  const moved = options.findMoved?.(isTwinAddress ? pageOfTwin(decoded) : decoded);
  if (moved !== undefined) {
    return answerRedirect(response, percentEncodePath(isTwinAddress ? `${moved}.md` : moved) + query);
  }
  const wanted = { path: isTwinAddress ? pageOfTwin(path) : path, query, isTwinAddress };
  void deliverPage(request, response, { wanted, ...options });
}

/** Requests the page as HTML from the same server, and sends the variant that the client prefers. */
async function deliverPage(
  request: IncomingMessage,
  response: ServerResponse,
  {
    wanted,
    report,
    changePage = async ({ html }) => html,
    addToPages = '',
    ...options
  }: DevOptions & { wanted: Wanted },
): Promise<void> {
  try {
    const rendered = await renderPage(request, wanted);
    const markdownPath = wanted.path === '/' ? '/index.md' : `${wanted.path}.md`;
    const variant = await negotiateResponse(asWebRequest(request, wanted), rendered, {
      ...options,
      ...(rendered.status === 200 && { markdownPath }),
    });
    const { status, headers } = variant;
    if (wanted.isTwinAddress && variant.ok) {
      headers.set('X-Robots-Tag', 'noindex');
      headers.set('Cache-Control', 'no-cache');
    }
    const isPage = headers.get('Content-Type')?.startsWith('text/html') && variant.body !== null;
    const failure = headers.get(renderErrorHeader);
    const error = failure === null ? undefined : decodeURIComponent(failure);
    headers.delete(renderErrorHeader);
    const body = isPage
      ? (await changePage({ path: wanted.path, status, html: await variant.text(), error })) + addToPages
      : Buffer.from(await variant.arrayBuffer());
    response.writeHead(status, [...headers].flat());
    response.end(body);
  } catch (error) {
    report?.(`Could not convert a page: ${String(error)}`);
    response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`This page could not be converted: ${String(error)}\n`);
  }
}

async function renderPage({ socket, method, headers }: IncomingMessage, { path, query }: Wanted) {
  const inner = sendRequest({
    host: socket.localAddress,
    port: socket.localPort,
    path: path + query,
    method,
    headers: { ...headers, accept: 'text/html', [innerHeader]: '1' },
  }).end();
  const [received] = (await once(inner, 'response')) as [IncomingMessage];
  const body = await buffer(received);
  const pairs = Object.entries(received.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const kept = pairs.filter(
    ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
  );
  return new Response(body.length === 0 ? null : new Uint8Array(body), {
    status: received.statusCode ?? 500,
    headers: kept,
  });
}

function asWebRequest({ method = 'GET', headers }: IncomingMessage, { path, query, isTwinAddress }: Wanted) {
  const accept = isTwinAddress ? 'text/markdown' : headers.accept;
  return new Request(`http://localhost${path}${query}`, {
    method,
    headers: accept === undefined ? {} : { accept },
  });
}

/** Whether Vite serves the address: its own modules and tools, or source files. */
function isViteFile(url: string): boolean {
  return /^\/(?:[@_]|(?:node_modules|src|\.astro|\.vite)\/)/.test(url);
}

function pageOfTwin(path: string): string {
  return path === '/index.md' ? '/' : path.slice(0, -'.md'.length);
}
