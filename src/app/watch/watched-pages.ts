import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pathInContent, type Publication } from '#app/publication.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import type { ContentReport } from '#lib/content/report-file.ts';
import type { WatchedOutcome } from '#app/publisher/publish-requested.ts';
import { makeBanner } from './watch-banner.ts';
import { watchAddress, watchScript, watchStyles } from './watch-files.ts';

const events = `${watchAddress}/events`;
const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  [`${watchAddress}/banner.css`]: ['text/css', watchStyles],
  [`${watchAddress}/reload.js`]: ['text/javascript', watchScript],
};

/** Adds to pages a banner and the script that reloads them, and tells open pages when they have another version. */
export function createWatchedPages() {
  let served: { publication: Publication; report: ContentReport | undefined } | undefined;
  let newest: Publication | undefined;
  let last: WatchedOutcome | undefined;
  /** The streams of open pages, with their paths. */
  const streams = new Map<ServerResponse, string>();

  /** The banner of a page, and a version that changes with the page or its banner. */
  function stateOf(path: string): { banner: string; version: string } {
    if (!served) return { banner: '', version: '' };
    const { publication, report } = served;
    const { pages, publishedAt } = publication.manifest;
    const page = pages.find((each) => each.path === path && each.status === 200);
    // The outcome of an earlier attempt no longer holds.
    const outcome = last && last.at >= publishedAt ? last : undefined;
    const pathOf = (file: string) => pathInContent({ publication }, file);
    const banner = makeBanner({ path, exists: page !== undefined }, { report, outcome, pathOf });
    // A page that is rendered on demand may show any entry.
    const state = `${page?.html.etag ?? publishedAt} ${banner}`;
    return { banner, version: createHash('sha256').update(state).digest('hex').slice(0, 16) };
  }

  function send(stream: ServerResponse, path: string): void {
    stream.write(`data: ${stateOf(path).version}\n\n`);
  }

  function sendAll(): void {
    for (const [stream, path] of streams) send(stream, path);
  }

  return {
    /** Takes a publication with its report. */
    async onServed(publication: Publication): Promise<void> {
      newest = publication;
      const report = await publication.readContentReport();
      if (newest !== publication) return;
      served = { publication, report };
      sendAll();
    },

    onOutcome(outcome: WatchedOutcome): void {
      last = outcome;
      sendAll();
    },

    answer({ url = '/', method }: IncomingMessage, response: ServerResponse): boolean {
      if (method !== 'GET') return false;
      const [path = '', query] = url.split('?');
      const [type, text] = files[path] ?? [];
      if (type !== undefined) respond(response, type).end(text);
      if (path !== events) return type !== undefined;
      const page = new URLSearchParams(query).get('path') ?? '/';
      streams.set(respond(response, 'text/event-stream'), page);
      response.on('close', () => streams.delete(response));
      send(response, page);
      return true;
    },

    /** Reads the state before the site renders the page: a later one would hide that the page is older. */
    changePage({ url = '/', method }: IncomingMessage) {
      const [path = '/'] = url.split('?');
      const { banner, version } = stateOf(path);
      const script = `<script src="${watchAddress}/reload.js" defer data-events="${events}" data-path="${escapeHtml(path)}" data-version="${version}"></script>`;
      return (html: string, headers: IncomingHttpHeaders) => {
        // Frames of the desk allow no scripts. A posted form would be sent again.
        const reloads = method === 'GET' && allowsScripts(headers);
        const styles = `<link rel="stylesheet" href="${watchAddress}/banner.css">`;
        return html
          .replace('</head>', (end) => styles + (reloads ? script : '') + end)
          .replace(/<body\b[^>]*>/, (body) => body + banner);
      };
    },
  };
}

function allowsScripts({ 'content-security-policy': policy }: IncomingHttpHeaders): boolean {
  return String(policy).includes("script-src 'self'");
}

function respond(response: ServerResponse, type: string): ServerResponse {
  return response.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
}
