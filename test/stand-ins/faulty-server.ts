import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDelivery } from '#lib/delivery/delivery.ts';
import { watchUncaughtErrors } from '#lib/delivery/uncaught-errors.ts';
import { createPublicServer, listen } from '#lib/delivery/public-server.ts';
import { openPublished } from '#lib/delivery/published.ts';
import { createShutDown } from '#app/shut-down.ts';
import { createLog } from '#lib/log/log.ts';
import { createRequestWatch } from '#lib/log/request-watch.ts';

// A server process for the given build. Its routes fail in various ways.
const log = createLog();
const published = openPublished(process.argv[2] ?? '');
const server = createPublicServer({
  delivery: createDelivery({ published: () => published, siteUrl: published.manifest.siteUrl, log }),
  watch: createRequestWatch({ log, idOf: () => 'an-id', logsAll: false, traffic: undefined }),
  app: (request, response) => routes[new URL(request.url ?? '', 'http://x').pathname]?.(request, response),
  locals: {},
});
const services = {
  beginClose: () => undefined,
  endAnswers: () => undefined,
};
const shutDown = createShutDown({
  server,
  services,
  readiness: { stopping: () => undefined },
  drainsFor: 0,
  background: [],
  opened: [],
  log,
});
const end = (exitCode: number) => void shutDown(exitCode).then((code) => process.exit(code));

// Astro's adapter adds such a handler, which would hide errors outside requests.
process.on('unhandledRejection', () => undefined);
watchUncaughtErrors((error) => {
  log.error('uncaught error', { error });
  end(1);
});
process.on('SIGTERM', () => end(0));
process.on('SIGUSR2', () => setTimeout(() => fail('outside requests'), 10));

type Route = (request: IncomingMessage, response: ServerResponse) => unknown;

const routes: Readonly<Record<string, Route>> = {
  '/api/throws': () => fail('thrown'),
  '/api/rejects': () => Promise.reject(new Error('rejected')),
  '/api/throws-later': () => setTimeout(() => fail('thrown later'), 10),
  '/api/emits-error': () => process.nextTick(() => new EventEmitter().emit('error', new Error('emitted'))),
  '/api/rejects-behind': (_request, response) => {
    void Promise.reject(new Error('rejected behind'));
    response.end('answered');
  },
  '/api/throws-within': (_request, response) => {
    response.write('the beginning');
    setTimeout(() => fail('thrown within'), 20);
  },
  '/api/stream-throws': async (_request, response) => {
    const body = new ReadableStream<string>({
      start: (controller) => controller.enqueue('the beginning'),
      pull: () => fail('thrown by a stream'),
    });
    for await (const piece of body) response.write(piece);
  },
  '/api/slow': async (_request, response) => {
    await sleep(400);
    response.end('answered slowly');
  },
};

function fail(what: string): never {
  throw new Error(what);
}

const port = await listen(server, { host: '127.0.0.1', port: 0 });
console.log(`listening on http://127.0.0.1:${port}`);
