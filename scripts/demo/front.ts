import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRequestOrder } from '#lib/delivery/request-order.ts';
import { defaultServerLimits } from '#lib/delivery/server-limits.ts';
import { addBanner, mailPage, startPage, styles, type DemoPerson } from './pages.ts';
import type { ReceivedMail } from '#test/stand-ins/smtp.ts';

type FrontOptions = {
  host: string;
  port: number;
  /** Port of the site on loopback. */
  sitePort: number;
  people: readonly DemoPerson[];
  mails: () => readonly ReceivedMail[];
};

type Front = { port: number; stop(): Promise<void> };

/**
 * Starts a proxy in front of the demo's site, which adds the banner to every page and serves the demo's own pages under
 * `/.demo/`.
 */
export async function startFront({ host, port, sitePort, people, mails }: FrontOptions): Promise<Front> {
  const { take } = createRequestOrder({ handle, limits: defaultServerLimits });
  const server = createServer(take);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (path === '/.demo/style.css') return send(response, 'text/css', styles);
    if (path === '/.demo/mail') return send(response, 'text/html', mailPage(mails()));
    if (path === '/.demo/' || path === '/.demo') return send(response, 'text/html', startPage(people));
    return forwardTo(request, response, sitePort);
  }
}

function send(response: ServerResponse, type: string, body: string): void {
  response
    .writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
    .end(body);
}

function forwardTo(request: IncomingMessage, response: ServerResponse, port: number): void {
  // Request an uncompressed page, so that the banner can be inserted.
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  const { method, url: path } = request;
  const upstream = forward({ host: '127.0.0.1', port, method, path, headers }, (upstreamResponse) => {
    void relay(upstreamResponse, response, method === 'HEAD').catch(() => response.destroy());
  });
  upstream.on('error', () => {
    if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'text/plain' });
    response.end('The demo’s site does not respond.\n');
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

async function relay(upstream: IncomingMessage, response: ServerResponse, isHead: boolean): Promise<void> {
  const { statusCode = 502, headers } = upstream;
  const isPage = headers['content-type']?.startsWith('text/html') && !isHead && statusCode !== 304;
  if (!isPage) {
    response.writeHead(statusCode, headers);
    upstream.pipe(response);
    return;
  }
  const page = Buffer.from(addBanner(await text(upstream)));
  const kept = { ...headers };
  delete kept['transfer-encoding'];
  response.writeHead(statusCode, { ...kept, 'content-length': page.length }).end(page);
}
