import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** How long waiting connections are accepted, and idle ones may still send a request, in milliseconds. */
const idleGrace = 300;

/**
 * Accepts the connections that wait, then no new ones. Waits at most `patience` ms for running requests, then closes
 * their connections. Each response after the last accepted connection closes its connection. Node's own `close` would
 * close idle connections at once, even while a proxy is sending a request on one.
 */
export async function stop(server: Server, patience: number): Promise<void> {
  const began = Date.now();
  await acceptWaiting(server, began + Math.min(idleGrace, patience));
  const closed = new Promise<true>((resolve) => NetServer.prototype.close.call(server, () => resolve(true)));
  while (Date.now() - began < patience) {
    if ((await Promise.race([closed, sleep(50)])) === true) return;
    // After a busy moment, timers run before requests are read. The end of a turn is just after reading.
    await turn();
    if (Date.now() - began >= idleGrace) server.closeIdleConnections();
  }
  server.closeAllConnections();
  await closed;
}

/**
 * Resolves when no connection waits to be accepted: closing the listener would reset those, with their requests. Node
 * accepts one connection in each turn.
 */
async function acceptWaiting(server: Server, until: number): Promise<void> {
  let hasAccepted = true;
  const note = () => (hasAccepted = true);
  server.on('connection', note);
  await turn();
  while (hasAccepted && Date.now() < until) {
    hasAccepted = false;
    await turn();
  }
  server.off('connection', note);
}
