import { negotiate } from './accept.ts';
import { notAcceptableText } from '#lib/i18n/en/delivery.ts';
import { negotiatedMarkdownCaching } from './prepared-address.ts';

type NegotiateOptions = {
  /** Converts a rendered page to Markdown; `path` is the request's path with its query. */
  toTwin: (html: string, path: string) => string | Promise<string>;
  /** Public origin, for the page's canonical address. */
  siteUrl: string;
  /** Address of the page's twin. Prerendered pages have one; `/search` does not. */
  markdownPath?: string;
  /** `Link` header values of every page, in addition to those about the page itself. */
  pageLinks?: readonly string[];
};

/**
 * Sends a page that was rendered on demand in the variant that the request accepts, with the same status. Only HTML
 * responses to GET and HEAD are negotiated. An error page never becomes a 406: it is HTML if no variant is
 * acceptable.
 */
export async function negotiateResponse(
  request: Request,
  response: Response,
  { toTwin, siteUrl, markdownPath, pageLinks = [] }: NegotiateOptions,
): Promise<Response> {
  if (!isHtml(response) || !['GET', 'HEAD'].includes(request.method)) return response;
  const variant = negotiate(request.headers.get('accept') ?? undefined);
  const headers = new Headers(response.headers);
  addVary(headers);
  if (variant === 'none' && response.status < 400) return notAcceptable(response, headers);
  if (variant !== 'markdown') {
    if (markdownPath) headers.append('Link', `<${markdownPath}>; rel="alternate"; type="text/markdown"`);
    for (const link of pageLinks) headers.append('Link', link);
    return withHeaders(response, headers, response.body);
  }
  const { pathname, search } = new URL(request.url);
  for (const name of ['Content-Length', 'ETag', 'Last-Modified', 'Link']) headers.delete(name);
  headers.set('Content-Type', 'text/markdown; charset=utf-8');
  if (!headers.get('Cache-Control')?.includes('no-store')) {
    headers.set('Cache-Control', negotiatedMarkdownCaching);
  }
  if (response.status < 400) headers.set('Link', `<${siteUrl}${pathname}${search}>; rel="canonical"`);
  for (const link of pageLinks) headers.append('Link', link);
  if (markdownPath) headers.set('Content-Location', markdownPath);
  const html = response.body === null ? null : await response.text();
  return withHeaders(response, headers, html === null ? null : await toTwin(html, pathname + search));
}

function isHtml(response: Response): boolean {
  return /^text\/html\b/i.test(response.headers.get('Content-Type') ?? '');
}

function addVary(headers: Headers): void {
  const names = (headers.get('Vary') ?? '').split(',').map((name) => name.trim());
  if (names.some((name) => name === '*' || name.toLowerCase() === 'accept')) return;
  headers.append('Vary', 'Accept');
}

function notAcceptable(response: Response, headers: Headers): Response {
  void response.body?.cancel();
  return new Response(`${notAcceptableText}\n`, {
    status: 406,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: headers.get('Vary') ?? 'Accept',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

function withHeaders(response: Response, headers: Headers, body: BodyInit | null): Response {
  headers.set('X-Content-Type-Options', 'nosniff');
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}
