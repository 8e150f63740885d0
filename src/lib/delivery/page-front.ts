import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { loopbackAddress } from '#lib/http/loopback.ts';
import { listen } from './public-server.ts';
import { createRequestOrder } from './request-order.ts';
import { defaultServerLimits } from './server-limits.ts';

type ChangePage = (html: string, headers: IncomingHttpHeaders) => string;

type FrontOptions = {
  host: string;
  port: number;
  /** Port of the site on loopback. */
  sitePort: number;
  /** Answers requests for addresses that the site does not have. @returns whether it did */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Returns a function that changes the HTML of the requested page. Called before the site gets the request. */
  changePage: (request: IncomingMessage) => ChangePage;
};

export type Front = { port: number; stop(): Promise<void> };

/**
 * Starts a proxy in front of a site, which changes its pages. For a demo and for writers: it reads each page whole and
 * passes on no client addresses.
 * @throws Error like `listen`
 */
export async function startFront(options: FrontOptions): Promise<Front> {
  const { host, port, sitePort, answer, changePage } = options;
  const { take } = createRequestOrder({
    limits: defaultServerLimits,
    handle(request, response) {
      if (!answer(request, response)) forwardTo(sitePort, { request, response, change: changePage(request) });
    },
  });
  const server = createServer(take);
  return {
    port: await listen(server, { host, port }),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Headers that no longer hold when a page is changed. */
const ofWholePage = new Set(['transfer-encoding', 'etag', 'last-modified']);

type Exchange = { request: IncomingMessage; response: ServerResponse; change: ChangePage };

function forwardTo(port: number, { request, response, change }: Exchange): void {
  // Request a whole and uncompressed page, because its change differs from that of the last request.
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  if (headers.accept?.includes('text/html')) {
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
  }
  const { method, url: path } = request;
  const upstream = forward({ host: loopbackAddress(), port, method, path, headers }, (received) => {
    void relay(received, { request, response, change }).catch(() => response.destroy());
  });
  upstream.on('error', () => {
    if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'text/plain' });
    response.end('The site does not respond.\n');
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

async function relay(received: IncomingMessage, { request, response, change }: Exchange): Promise<void> {
  const { statusCode = 502, headers } = received;
  const isPage = headers['content-type']?.startsWith('text/html') && request.method !== 'HEAD';
  if (!isPage) {
    response.writeHead(statusCode, headers);
    return pipeline(received, response);
  }
  const page = Buffer.from(change(await text(received), headers));
  const kept = Object.entries(headers).filter(([name]) => !ofWholePage.has(name));
  response
    .writeHead(statusCode, {
      ...(Object.fromEntries(kept) as OutgoingHttpHeaders),
      'content-length': page.length,
      'cache-control': 'no-store',
    })
    .end(page);
}
