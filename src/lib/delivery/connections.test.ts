import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startThreadClients } from '#test/stand-ins/thread-clients.ts';
import { guardConnections } from './connections.ts';

test('requests that arrive on idle connections while the server makes room are answered', async () => {
  const server = createServer((_request, response) => response.end());
  guardConnections(server, {
    limits: { connections: 2, connectionsPerClient: 10 },
    isProxy: () => false,
    connectionRefused: () => undefined,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const clients = await startThreadClients(server);
  clients.openWhileBusy(2);
  await clients.answers();
  clients.openWhileBusy(1);
  clients.askWhileBusy(2);
  expect(await clients.answers()).toEqual([
    ...Array.from({ length: 4 }, () => 'HTTP/1.1 200'),
    'HTTP/1.1 503',
  ]);
});
