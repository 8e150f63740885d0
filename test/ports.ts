import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns a free port, for programs that can't choose their own. It is below the ephemeral port range (Linux: from
 * 32768 on), so no outgoing connection takes it in the meantime.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, 'localhost'))) return port;
  }
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/**
 * Waits until the program listens on the port.
 * @throws Error if the program exits first, or does not listen within a minute
 */
export async function untilListening(port: number, program: ChildProcess, host = '127.0.0.1'): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended with ${program.exitCode}`);
    if (await canConnect(port, host)) return;
    await delay(50);
  }
  throw new Error(`${program.spawnfile} did not listen on ${port} within a minute`);
}

async function canConnect(port: number, host: string): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
