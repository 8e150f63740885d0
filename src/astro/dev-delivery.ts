import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { addressOf, isApiPath, parseTarget, withoutPageSuffix } from '#lib/delivery/addresses.ts';
import { answerMalformed, answerRedirect } from '#lib/delivery/answers.ts';
import { captureAnswer } from './capture-response.ts';
import { negotiateResponse } from '#lib/delivery/negotiate-response.ts';

type DevOptions = {
  siteUrl: string;
  /** Values of the `Link` header of every page, beside those that tell of the page itself. */
  pageLinks: readonly string[];
  /** Converts a rendered page, as the build does. */
  toTwin: (html: string, path: string) => string | Promise<string>;
  /** Told of pages that could not be converted. */
  report?: (problem: string) => void;
  /** HTML that every page gets at its end; twins have nothing of it. */
  addToPages?: string;
  /** The address of the page that had this one before. */
  findMoved?: (path: string) => string | undefined;
};

/**
 * The negotiation of production for `astro dev`: HTML that Astro renders is answered in the variant that
 * the request accepts, at the same addresses. What Vite serves for itself is left alone.
 */
export function devDelivery(options: DevOptions): Plugin {
  return {
    name: 'lectern-dev-delivery',
    apply: 'serve',
    // After Astro, which puts its own middleware in front of the stack in the same way.
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

type Onward = DevOptions & { next: () => void };

/** The one middleware behind `devDelivery`, for a connect-like server. */
export function deliverInDev(
  request: IncomingMessage,
  response: ServerResponse,
  { next, siteUrl, pageLinks, toTwin, findMoved, addToPages = '', report = () => undefined }: Onward,
): void {
  const { method, url = '/' } = request;
  if (method !== 'GET' && method !== 'HEAD') return next();
  if (isVitesOwn(url)) return next();
  const target = parseTarget(url, '');
  if (target.kind === 'malformed' || target.kind === 'long')
    return answerMalformed(request, response, target.kind);
  if (target.kind !== 'path' || isApiPath(target.path) || isWellKnown(target.path)) return next();
  const { path, query } = target;
  const pagePath = withoutPageSuffix(path);
  if (pagePath !== path) return answerRedirect(response, pagePath + query);
  const isTwinAddress = path.endsWith('.md');
  if (!isTwinAddress && /\.[^/]*$/.test(path)) return next();

  const page = isTwinAddress ? pageOfTwin(path) : path;
  const moved = findMoved?.(isTwinAddress ? pageOfTwin(target.decoded) : target.decoded);
  if (moved !== undefined) {
    return answerRedirect(response, addressOf(isTwinAddress ? `${moved}.md` : moved) + query);
  }
  request.url = page + query;
  captureAnswer(
    response,
    async (answer) => {
      const asked = asWebRequest(request, { page: page + query, isTwinAddress });
      const markdownPath = page === '/' ? '/index.md' : `${page}.md`;
      const variant = await negotiateResponse(asked, answer, {
        toTwin,
        siteUrl,
        pageLinks,
        ...(answer.status === 200 && { markdownPath }),
      });
      if (isTwinAddress && variant.ok) {
        variant.headers.set('X-Robots-Tag', 'noindex');
        variant.headers.set('Cache-Control', 'no-cache');
      }
      const timing = answer.headers.get('Server-Timing');
      if (timing !== null) variant.headers.set('Server-Timing', timing);
      return addToPages === '' ? variant : withMore(variant, addToPages);
    },
    report,
  );
  next();
}

async function withMore(variant: Response, html: string): Promise<Response> {
  if (!variant.headers.get('Content-Type')?.startsWith('text/html') || variant.body === null) return variant;
  variant.headers.delete('Content-Length');
  return new Response((await variant.text()) + html, { status: variant.status, headers: variant.headers });
}

/** Modules, tools and sources: whatever starts with `/@` or `/_`, and the folders that Vite reads from. */
function isVitesOwn(url: string): boolean {
  return /^\/(?:[@_]|(?:node_modules|src|\.astro|\.vite)\/)/.test(url);
}

/** Documents for programs, which are no pages whatever they end in. */
function isWellKnown(path: string): boolean {
  return path.startsWith('/.well-known/');
}

function pageOfTwin(path: string): string {
  return path === '/index.md' ? '/' : path.slice(0, -'.md'.length);
}

function asWebRequest(request: IncomingMessage, asked: { page: string; isTwinAddress: boolean }): Request {
  const accept = asked.isTwinAddress ? 'text/markdown' : request.headers.accept;
  return new Request(`http://localhost${asked.page}`, {
    method: request.method ?? 'GET',
    headers: accept === undefined ? {} : { accept },
  });
}
