import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from '#lib/http/client-address.ts';
import { documentHeaders } from '#lib/http/security-headers.ts';
import type { ServerLimits } from './server-limits.ts';

type GuardOptions = {
  limits: Pick<ServerLimits, 'connections' | 'connectionsPerClient'>;
  /** Whether connections from the address are those of many clients. */
  isProxy: (address: string) => boolean;
  /** Told of each connection that is refused. */
  turnedAway: () => void;
};

/** In milliseconds. */
const makeRoomEvery = 1_000;
const farewell = 1_000;
const text = 'There are too many connections already. Try again in a moment.\n';
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
 * Bounds the connections of the server, and those of one client. When the house is full, connections without a
 * request are closed, so that nobody keeps others out by holding them. Goes before the server listens.
 */
export function guardConnections(server: Server, { limits, isProxy, turnedAway }: GuardOptions): void {
  const byClient = new Map<string, number>();
  let open = 0;
  let madeRoomAt = 0;
  // Node's own listener would read requests from a connection that is being turned away.
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const client = isProxy(address) ? undefined : clientKey(address);
    if (!hasRoom(client)) {
      turnedAway();
      return turnAway(socket);
    }
    count(client, 1);
    socket.once('close', () => count(client, -1));
    for (const listener of serve) listener.call(server, socket);
  });

  function hasRoom(client: string | undefined): boolean {
    if (client !== undefined && (byClient.get(client) ?? 0) >= limits.connectionsPerClient) return false;
    if (open < limits.connections) return true;
    if (Date.now() - madeRoomAt > makeRoomEvery) {
      madeRoomAt = Date.now();
      server.closeIdleConnections();
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

/** Takes what comes in for a moment more: closing at once would lose the answer on its way. */
function turnAway(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume().end(refusal);
  setTimeout(() => socket.destroy(), farewell).unref();
}
