import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWaitForDrain } from './wait-for-drain.ts';

const piece = Buffer.alloc(65_536, 'x');
const longerThanTheTest = 600_000;

/** Starts a server that waits for drain before it writes each piece. */
async function serve(pieces: number, patience = 300) {
  const { promise: response, resolve } = Promise.withResolvers<ServerResponse>();
  const progress = { written: 0, isDone: false };
  const server = createServer((_, answer) => {
    resolve(answer);
    void write(answer);
  }).listen(0, '127.0.0.1');
  async function write(answer: ServerResponse): Promise<void> {
    const waitForDrain = createWaitForDrain(answer, patience);
    for (let count = 0; count < pieces && !answer.destroyed; count += 1) {
      await waitForDrain();
      answer.write(piece);
      progress.written += piece.length;
    }
    answer.end();
    progress.isDone = true;
  }
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, response, progress };
}

test('a client that reads receives the whole response', async () => {
  const { port } = await serve(300, longerThanTheTest);

  const answer = await fetch(`http://127.0.0.1:${port}/`);

  expect((await answer.arrayBuffer()).byteLength).toBe(300 * piece.length);
});

test('waits for a client that does not read, and closes its connection after the timeout', async () => {
  const { port, response, progress } = await serve(2000);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();

  const answer = await response;
  await once(answer, 'close');

  await expect.poll(() => progress.isDone).toBe(true);
  // The operating system buffers part of the response.
  expect(progress.written).toBeLessThan(20_000_000);
});

test('stops waiting at once when the client disconnects', async () => {
  const { port, response, progress } = await serve(2000, longerThanTheTest);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  await response;
  socket.destroy();

  await expect.poll(() => progress.isDone).toBe(true);
});
