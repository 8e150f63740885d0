import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { APIContext, MiddlewareNext } from 'astro';
import { createLog } from '#lib/log/log.ts';
import { noMeasures } from '#lib/metrics/measures.ts';
import { previewHeader, publishedInHeader, renderErrorHeader } from '#lib/publishing/preview-header.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { processEnvironment, readConfig } from './env.ts';
import { isOfDesk } from './route-policies.ts';
import { openPublication } from './publication.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { createServices, type Services } from './services.ts';
import { messageOf } from '#lib/http/message-of.ts';

type Respond = (context: APIContext, next: MiddlewareNext) => Promise<Response>;
type Part = 'publish' | 'search' | 'render';

/** Where `npm run dev` stores what a build writes to `dist`. */
const previewDir = '.cache/preview';
const log = createLog({ isReadable: true, write: (line) => console.info(line.trimEnd()) });
/** Duration of each part of the current response, in milliseconds. */
const times = new AsyncLocalStorage<Map<Part, number>>();

let open: { publishedAt: number; services: Promise<Services> } | undefined;

/** Responds in `npm run dev` from the last published preview. `Server-Timing` has the duration of each part. */
export function respondInPreview(
  context: APIContext,
  next: MiddlewareNext,
  respond: Respond,
): Promise<Response> {
  const { isPrerendered, locals, request, url } = context;
  return times.run(new Map(), async () => {
    // Astro warns if a prerendered page reads the headers of the request.
    if (isPrerendered) return withTimes(next).catch(reportFailure);
    // The preview publishes the pages that a build would; dynamic pages are not among them.
    if (request.headers.has(previewHeader)) return new Response(null, { status: 404 });
    addTime('publish', Number(request.headers.get(publishedInHeader) ?? 0));
    locals.trace = { id: 'preview', route: undefined, log };
    locals.services = await openPreviewServices();
    if (!locals.services.desk && isOfDesk(url.pathname)) return new Response(null, { status: 404 });
    // Nothing is counted, and no request waits for others.
    locals.endWork = () => undefined;
    return withTimes(() => respond(context, next));
  });
}

/** Logs the error and answers in plain text. Otherwise Astro would render the visitors' error page. */
function reportFailure(error: unknown): Response {
  console.error(error);
  const message = messageOf(error);
  return new Response('This page cannot be rendered.', {
    status: 500,
    headers: { 'Content-Type': 'text/html; charset=utf-8', [renderErrorHeader]: encodeURIComponent(message) },
  });
}

/** Reopens the services after each publishing. */
async function openPreviewServices(): Promise<Services> {
  const publishedAt = statSync(join(previewDir, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (open?.publishedAt !== publishedAt) {
    const previous = open?.services;
    const searched = (_outcome: unknown, seconds: number) => addTime('search', 1000 * seconds);
    open = {
      publishedAt,
      services: openPublication(previewDir, readManifest(previewDir)).then((publication) =>
        createServices({
          publishedDir: previewDir,
          publication,
          readiness: alwaysReady(),
          log,
          // The content changes with each edit, and embedding its passages would not keep up.
          config: { ...readConfig(), ENCODER: 'off' },
          environment: processEnvironment(),
          measures: { ...noMeasures, searched },
          warmsUp: false,
        }),
      ),
    };
    await previous?.then(
      (services) => services.close(),
      () => undefined,
    );
  }
  try {
    return await open.services;
  } catch (error) {
    // Retry at the next request.
    open = undefined;
    throw error;
  }
}

function alwaysReady(): Readiness {
  return { ...createReadiness(), read: async () => ({ status: 'ready' }) };
}

function addTime(part: Part, milliseconds: number): void {
  const known = times.getStore();
  if (milliseconds > 0) known?.set(part, (known.get(part) ?? 0) + milliseconds);
}

/** Waits until a page is rendered completely, and adds `Server-Timing`. */
async function withTimes(respond: () => Promise<Response>): Promise<Response> {
  const began = performance.now();
  let response = await respond();
  if (response.headers.get('Content-Type')?.startsWith('text/html')) {
    response = new Response(await response.arrayBuffer(), response);
    addTime('render', performance.now() - began);
  }
  const parts = [...(times.getStore() ?? [])].map(([part, time]) => `${part};dur=${time.toFixed(1)}`);
  if (parts.length > 0) response.headers.set('Server-Timing', parts.join(', '));
  return response;
}
