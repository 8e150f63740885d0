import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a connection without a request may bring one more, in milliseconds. */
const idleGrace = 300;

/**
 * Accepts no new connection, lets running requests finish for at most `patience` ms, then cuts them. Each answer
 * from now on closes its connection. Node's own `close` would end idle connections at once, and with them
 * the request that a proxy is just sending on one.
 */
export async function stop(server: Server, patience: number): Promise<void> {
  const closed = new Promise<true>((resolve) => NetServer.prototype.close.call(server, () => resolve(true)));
  const began = Date.now();
  while (Date.now() - began < patience) {
    if ((await Promise.race([closed, sleep(50)])) === true) return;
    if (Date.now() - began >= idleGrace) server.closeIdleConnections();
  }
  server.closeAllConnections();
  await closed;
}
