import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

type RawClient = {
  socket: Socket;
  /** The received bytes so far, as Latin-1. */
  received(): string;
  /** Waits for this text and returns everything received so far. @throws Error if the connection closes first */
  until(wanted: string | RegExp, within?: number): Promise<string>;
  /** Resolves when the connection is closed, with its age in milliseconds. */
  closed: Promise<number>;
  /** Sends the text byte by byte until the connection closes or all is sent. */
  drip(text: string, every: number): Promise<void>;
};

type RawOptions = { host?: string; localAddress?: string };

/** Opens a TCP connection for raw HTTP. It is closed when the test ends. */
export function openRaw(
  port: number,
  text = '',
  { host = '127.0.0.1', localAddress }: RawOptions = {},
): RawClient {
  const began = performance.now();
  const socket = connect({ port, host, ...(localAddress && { localAddress }) });
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1'))).on('error', () => undefined);
  const closed = new Promise<number>((done) => socket.once('close', () => done(performance.now() - began)));
  onTestFinished(() => void socket.destroy());
  if (text !== '') socket.write(text, 'latin1');
  return {
    socket,
    received: () => received,
    closed,
    async until(wanted, within = 170_000) {
      const deadline = Date.now() + within;
      while (!(typeof wanted === 'string' ? received.includes(wanted) : wanted.test(received))) {
        if (socket.destroyed || Date.now() > deadline) throw new Error(`no ${wanted} in ${received}`);
        await sleep(5);
      }
      return received;
    },
    async drip(rest, every) {
      for (const byte of rest) {
        if (socket.destroyed) return;
        socket.write(byte);
        await sleep(every);
      }
    },
  };
}

/** Sends a request and returns everything received until the connection closes. */
export async function askOnce(port: number, text: string, options: RawOptions = {}): Promise<string> {
  const client = openRaw(port, text, options);
  await client.closed;
  return client.received();
}

/** Sends chunks until the connection closes or `most` bytes were sent. Returns the number of bytes sent. */
export async function sendChunks({ socket }: RawClient, most: number): Promise<number> {
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
  let wake: () => void = () => undefined;
  socket.on('drain', () => wake()).on('close', () => wake());
  let sent = 0;
  while (!socket.destroyed && sent < most) {
    sent += chunk.length;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (socket.write(chunk)) setImmediate(resolve);
    });
  }
  return sent;
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}
