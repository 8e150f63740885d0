import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { previewHeader, publishedInHeader } from '#lib/publishing/preview-header.ts';
import { createPreview, type Preview } from '#lib/publishing/dev-preview.ts';
import type { Publication } from '#lib/publishing/publish.ts';
import { contentTypeOf } from '#lib/publishing/activation/representations.ts';

type Options = Pick<
  Publication,
  'outDir' | 'siteUrl' | 'institute' | 'report' | 'readRedirects' | 'readOnDemandContent'
> & {
  /** Source folders of pages: a change in one makes the published preview stale. */
  sources: readonly string[];
};

/** Addresses whose responses are made from all pages. The preview publishes before it responds to them. */
const needsPublishing =
  /^\/(api\/search|search|(\.well-known\/)?mcp(\/[^?]*)?|pagefind\/[^?]+|([a-z]+\/)?llms(-full)?(-\d+)?\.txt|robots\.txt|sitemap-[a-z0-9]+\.xml)(\?|$)/;

/** Dynamic routes need a published preview of any age, because their services open its files. */
const madeOnDemand =
  /^\/(api|ask|register|apply|enquire|newsletter|staff|openapi\.json|\.well-known|news\/feed\.xml)([/?]|$)/;

/** Serves search and site maps in `astro dev` from the current pages. */
export function previewPublishing(options: Options): Plugin {
  const isSource = (file: string) => options.sources.some((folder) => file.startsWith(folder));
  return {
    name: 'lectern-preview',
    apply: 'serve',
    configureServer(server) {
      const preview = createPreview({ ...options, fetchPage: (path) => fetchPage(server, path) });
      server.watcher.on('all', (_event, file) => {
        if (isSource(file)) preview.markStale();
      });
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        const isFirst = () => madeOnDemand.test(url) && !existsSync(join(options.outDir, 'manifest.json'));
        const isOwn = previewHeader in request.headers;
        if (isOwn || !(needsPublishing.test(url) || isFirst())) return next();
        answerFromPreview(request, response, { preview, outDir: options.outDir }).then(
          (isAnswered) => (isAnswered ? undefined : next()),
          next,
        );
      });
    },
  };
}

async function answerFromPreview(
  request: IncomingMessage,
  response: ServerResponse,
  { preview, outDir }: { preview: Preview; outDir: string },
): Promise<boolean> {
  const began = performance.now();
  await preview.refresh();
  request.headers[publishedInHeader] = (performance.now() - began).toFixed(1);
  const [path = ''] = (request.url ?? '').split('?');
  const file = join(outDir, 'client', path);
  if (/^\/(api\/)?search$/.test(path) || path.includes('..') || !existsSync(file)) return false;
  response.setHeader('Content-Type', contentTypeOf(path));
  response.setHeader('Cache-Control', 'no-store');
  response.end(await readFile(file));
  return true;
}

async function fetchPage(server: ViteDevServer, path: string): Promise<string | undefined> {
  const { port, address, family } = server.httpServer?.address() as AddressInfo;
  const anywhere = address === '::' || address === '0.0.0.0';
  const host = anywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  const response = await fetch(`http://${host}:${port}${path}`, {
    headers: { Accept: 'text/html', [previewHeader]: '1' },
  });
  const isPage =
    (response.ok || path === '/404') && response.headers.get('Content-Type')?.startsWith('text/html');
  return isPage ? response.text() : undefined;
}
