import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from '#lib/http/client-address.ts';
import { documentHeaders } from '#lib/http/security-headers.ts';
import { connectionTexts } from '#lib/i18n/en/delivery.ts';
import type { ServerLimits } from './server-limits.ts';

type GuardOptions = {
  limits: Pick<ServerLimits, 'connections' | 'connectionsPerClient'>;
  /** Whether the address is that of a trusted proxy, which opens the connections of many clients. */
  isProxy: (address: string) => boolean;
  /** Called for each refused connection. */
  connectionRefused: () => void;
};

/** In milliseconds. */
const evictionInterval = 1_000;
const lingerTime = 1_000;
const text = `${connectionTexts.tooMany}\n`;
const refusal = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${text.length}`,
  'Cache-Control: no-store',
  'Retry-After: 5',
  ...documentHeaders('').map(([name, value]) => `${name}: ${value}`),
  'Connection: close',
  '',
  text,
].join('\r\n');

/**
 * Limits the connections of the server and of one client. At capacity, closes idle connections, so that no client can
 * block others by keeping connections open. Call it before the server listens.
 */
export function guardConnections(server: Server, { limits, isProxy, connectionRefused }: GuardOptions): void {
  const byClient = new Map<string, number>();
  let open = 0;
  let evictedAt = 0;
  // Node's own listener would read requests from a refused connection.
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const client = isProxy(address) ? undefined : clientKey(address);
    if (!hasRoom(client)) {
      connectionRefused();
      return refuseConnection(socket);
    }
    count(client, 1);
    socket.once('close', () => count(client, -1));
    for (const listener of serve) listener.call(server, socket);
  });

  function hasRoom(client: string | undefined): boolean {
    if (client !== undefined && (byClient.get(client) ?? 0) >= limits.connectionsPerClient) return false;
    if (open < limits.connections) return true;
    if (Date.now() - evictedAt > evictionInterval) {
      evictedAt = Date.now();
      // At the end of the turn, when requests that arrived on idle connections were read.
      setImmediate(() => server.closeIdleConnections());
    }
    return false;
  }

  function count(client: string | undefined, change: 1 | -1): void {
    open += change;
    if (client === undefined) return;
    const connections = (byClient.get(client) ?? 0) + change;
    if (connections === 0) byClient.delete(client);
    else byClient.set(client, connections);
  }
}

/** Closes the connection with a delay: closing it at once could lose the response in transit. */
function refuseConnection(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume().end(refusal);
  setTimeout(() => socket.destroy(), lingerTime).unref();
}
