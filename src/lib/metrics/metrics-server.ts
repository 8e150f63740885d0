import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loopbackAddress } from '#lib/http/loopback.ts';
import type { Log } from '#lib/log/log.ts';
import type { Metrics } from './metrics.ts';

export type MetricsServer = { port: number; close(): Promise<void> };

type ServerOptions = {
  port: number;
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  /** Whether the site has started, so that all metrics have a value. */
  hasMetrics: () => boolean;
  readiness: { read(): Promise<{ status: string }> };
  log: Log;
};

/**
 * Serves only `GET /metrics` and `GET /ready`, only on this machine. The Host header must name this machine, so that web pages cannot
 * read the metrics through a browser on it (DNS rebinding).
 * @throws Error with a one-line message that names the setting if the port cannot be used
 */
export async function startMetricsServer({
  port,
  metrics,
  hasMetrics,
  readiness,
  log,
}: ServerOptions): Promise<MetricsServer> {
  let scrape: Promise<string> | undefined;
  /** Concurrent requests share one scrape. */
  const readMetrics = () => (scrape ??= metrics.text().finally(() => (scrape = undefined)));

  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 75_000, maxHeaderSize: 8_192 },
    (request, response) => {
      const refusal = refusalOf(request);
      if (refusal) return answer(response, ...refusal);
      if (request.url === '/ready') {
        return void readiness.read().then((state) => {
          const status = state.status === 'ready' ? 200 : 503;
          answer(response, status, JSON.stringify(state), 'application/json');
        });
      }
      if (!hasMetrics()) return answer(response, 503, 'The site is starting.\n');
      readMetrics().then(
        (text) => answer(response, 200, text, metrics.contentType),
        (error: unknown) => {
          log.error('the metrics could not be read', { name: 'metrics', error });
          answer(response, 500, 'The metrics could not be read: see the log.\n');
        },
      );
    },
  );
  server.maxConnections = 50;
  return {
    port: await listen(server, port),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function refusalOf({ method, url, headers }: IncomingMessage): [status: number, text: string] | undefined {
  if (!isThisMachine(headers.host)) return [403, 'Use localhost or 127.0.0.1 as the host.\n'];
  if (url !== '/metrics' && url !== '/ready') return [404, 'Only /metrics and /ready are available here.\n'];
  return method === 'GET' ? undefined : [405, 'Use GET.\n'];
}

function isThisMachine(named: string | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(named ?? '');
}

function answer(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8') {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && { Allow: 'GET' }),
  });
  response.end(text);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${cause.code})`;
      reject(new Error(`port ${port} ${reason}: set METRICS_PORT to another`, { cause }));
    });
    server.listen(port, loopbackAddress(), () => resolve((server.address() as AddressInfo).port));
  });
}
