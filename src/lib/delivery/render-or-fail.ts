import type { Log } from '#lib/log/log.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import type { FailurePage } from './failure-page.ts';

type Render = {
  render: () => Promise<Response>;
  /** What the log calls it. */
  name: string;
  isApi: boolean;
  failurePage: FailurePage;
  log: Log;
};

/**
 * Makes a page to its end, so that one which fails in the middle is a failure too and not half a page. What fails
 * is logged and answered 500: with a page, or below /api with the JSON of errors.
 */
export async function renderOrFail({ render, name, isApi, failurePage, log }: Render): Promise<Response> {
  try {
    const response = await render();
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html') && response.body !== null;
    return isPage ? new Response(await response.arrayBuffer(), response) : response;
  } catch (error) {
    const apiError = toApiError(log, name, error);
    if (isApi) return apiError.toResponse();
    const { html, headers } = failurePage;
    const own = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
    return new Response(html, { status: 500, headers: { ...Object.fromEntries(headers), ...own } });
  }
}
