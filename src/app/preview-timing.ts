import { AsyncLocalStorage } from 'node:async_hooks';
import { publishedInHeader } from '#lib/publishing/preview-header.ts';

type Part = 'publish' | 'search' | 'render';
type TimedContext = { readonly request: Request; readonly isPrerendered: boolean };

const times = new AsyncLocalStorage<Map<Part, number>>();

/** Adds milliseconds to what the answer under way tells of its time. */
export function addTime(part: Part, milliseconds: number): void {
  const known = times.getStore();
  known?.set(part, (known.get(part) ?? 0) + milliseconds);
}

/** Makes an answer, and lets it tell in `Server-Timing` what took how long; a page is whole when it is told. */
export function timeAnswer(context: TimedContext, answer: () => Promise<Response>): Promise<Response> {
  return times.run(new Map(), async () => {
    // Astro warns of a prerendered page that reads the request's headers.
    const waited = context.isPrerendered ? null : context.request.headers.get(publishedInHeader);
    if (waited !== null) addTime('publish', Number(waited));
    const began = performance.now();
    const response = await answer();
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) return tell(response);
    const body = await response.arrayBuffer();
    addTime('render', performance.now() - began);
    return tell(new Response(body, response));
  });
}

function tell(response: Response): Response {
  const parts = [...(times.getStore() ?? [])].map(([part, time]) => `${part};dur=${time.toFixed(1)}`);
  if (parts.length > 0) response.headers.set('Server-Timing', parts.join(', '));
  return response;
}
