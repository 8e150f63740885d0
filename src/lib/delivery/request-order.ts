import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientKey } from '#lib/http/client-address.ts';
import type { ServerLimits } from './server-limits.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

type Connection = {
  /** The response in progress, or the last one. */
  current: ServerResponse;
  /** Requests that wait for the end of the current response. */
  waiting: [request: IncomingMessage, response: ServerResponse][];
  willPause: boolean;
  /** The client's address or network. */
  client: string;
};

type OrderOptions = {
  handle: Handle;
  limits: Pick<ServerLimits, 'pipelinedPerClient'>;
};

export type RequestOrder = {
  take: Handle;
  /** The response in progress on the connection. */
  current(socket: Duplex): ServerResponse | undefined;
  /** Whether requests on the connection wait for that response. */
  hasWaiting(socket: Duplex): boolean;
};

/**
 * Handles the requests of a connection one after another, with a pass of the event loop between them. Node parses a
 * whole packet at once, which can contain a thousand requests. While requests wait, nothing more is read from the
 * connection.
 */
export function createRequestOrder({ handle, limits }: OrderOptions): RequestOrder {
  const connections = new WeakMap<Duplex, Connection>();
  const waitingByClient = new Map<string, number>();

  function take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) {
      connections.set(socket, { current: response, waiting: [], willPause: false, client: '' });
      return handle(request, response);
    }
    if (connection.waiting.length === 0 && !isInProgress(connection.current)) {
      connection.current = response;
      return handle(request, response);
    }
    // Node parses the rest of a packet even if its connection was closed.
    if (socket.destroyed) return;
    connection.client ||= clientKey(socket.remoteAddress ?? '');
    if ((waitingByClient.get(connection.client) ?? 0) >= limits.pipelinedPerClient) {
      socket.destroy();
      return;
    }
    count(connection, 1);
    connection.waiting.push([request, response]);
    if (connection.waiting.length === 1) continueAfter(connection);
    pauseSoon(connection, request);
  }

  /** Waits before it pauses, because Node resumes reading after each request that it parses. */
  function pauseSoon(connection: Connection, { socket }: IncomingMessage): void {
    if (connection.willPause) return;
    connection.willPause = true;
    process.nextTick(() => {
      connection.willPause = false;
      if (connection.waiting.length > 0) socket.pause();
    });
  }

  function continueAfter(connection: Connection): void {
    connection.current.once('close', () => setImmediate(handleNext, connection));
  }

  function handleNext(connection: Connection): void {
    const [next] = connection.waiting;
    if (next === undefined) return;
    const [request, response] = next;
    // The connection was closed, or ends with the last response.
    if (response.socket === null || response.socket.destroyed) {
      count(connection, -connection.waiting.length);
      connection.waiting = [];
      return;
    }
    connection.waiting.shift();
    count(connection, -1);
    connection.current = response;
    if (connection.waiting.length > 0) continueAfter(connection);
    else request.socket.resume();
    handle(request, response);
  }

  function count({ client }: Connection, change: number): void {
    const waiting = (waitingByClient.get(client) ?? 0) + change;
    if (waiting === 0) waitingByClient.delete(client);
    else waitingByClient.set(client, waiting);
  }

  return {
    take,
    current(socket) {
      const current = connections.get(socket)?.current;
      return current && isInProgress(current) ? current : undefined;
    },
    hasWaiting: (socket) => (connections.get(socket)?.waiting.length ?? 0) > 0,
  };
}

/** Node removes the socket from a response when the response has been sent. */
function isInProgress({ socket }: ServerResponse): boolean {
  return socket !== null;
}
