import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long idle connections may still send a request, in milliseconds. */
const idleGrace = 300;

/**
 * Accepts no new connections, waits at most `patience` ms for running requests, then closes their connections. Each
 * response from now on closes its connection. Node's own `close` would close idle connections at once, even while a
 * proxy is sending a request on one.
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
