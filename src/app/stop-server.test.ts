import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startThreadClients } from '#test/stand-ins/thread-clients.ts';
import { stop } from './stop-server.ts';

async function serve(): Promise<Server> {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  return server;
}

const accepted = (count: number) => Array.from({ length: count }, () => 'HTTP/1.1 200');

test('requests on connections that wait to be accepted at the stop are answered', async () => {
  const server = await serve();
  const clients = await startThreadClients(server);
  clients.openWhileBusy(5);
  const stopped = stop(server, 60_000);
  expect(await clients.answers()).toEqual(accepted(5));
  await stopped;
});

test('requests that arrive on idle connections while the server is busy are answered', async () => {
  const server = await serve();
  const clients = await startThreadClients(server);
  clients.openWhileBusy(5);
  await clients.answers();
  const stopped = stop(server, 60_000);
  clients.askWhileBusy(5);
  blockFor(400);
  expect(await clients.answers()).toEqual(accepted(10));
  await stopped;
});

/** Keeps this thread busy, in milliseconds: longer than idle connections may still send a request. */
function blockFor(duration: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration);
}
