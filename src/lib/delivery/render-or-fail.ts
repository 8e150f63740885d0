import type { Log } from '#lib/log/log.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import type { ErrorPages } from './error-pages.ts';

export type RenderOptions = {
  render: () => Promise<Response>;
  /** For the log. */
  name: string;
  errors: 'page' | 'json';
  /** Undefined in previews, which show the error itself. */
  errorPages: ErrorPages | undefined;
  log: Log;
};

/**
 * Waits until a page is complete, so that a page that fails halfway is not sent in part. Logs an error, and responds
 * with JSON or with the page for status 429 or 500.
 */
export async function renderOrFail({
  render,
  name,
  errors,
  errorPages,
  log,
}: RenderOptions): Promise<Response> {
  try {
    const response = await render();
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html') && response.body !== null;
    return isPage && errorPages ? new Response(await response.arrayBuffer(), response) : response;
  } catch (error) {
    if (errors === 'page' && !errorPages) throw error;
    const apiError = toApiError(log, name, error);
    if (errors === 'json' || !errorPages) return apiError.toResponse();
    const status = apiError.status === 429 ? 429 : 500;
    const { html, headers } = errorPages[status];
    const own = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
    return new Response(html, {
      status,
      headers: { ...Object.fromEntries(headers), ...(status === 429 && apiError.headers), ...own },
    });
  }
}
