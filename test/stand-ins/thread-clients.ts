import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

const clients = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, sent } } = require('node:worker_threads');
const sockets = [];
const ask = (socket) => socket.write('POST / HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 0\\r\\n\\r\\n', () => {
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
});
function open() {
  const index = sockets.length;
  const socket = connect(port, '127.0.0.1', () => ask(socket));
  sockets.push(socket);
  socket.on('data', (bytes) => parentPort.postMessage([index, String(bytes).slice(0, 12)]));
  socket.on('error', (error) => parentPort.postMessage([index, error.code]));
}
parentPort.on('message', ({ order, count }) => {
  if (order === 'open') for (let each = 0; each < count; each += 1) open();
  else sockets.slice(0, count).forEach(ask);
});
parentPort.postMessage('ready');
`;

/**
 * Starts clients in a thread of their own, which can send while the server's thread is busy. Each has one connection
 * that stays open.
 */
export async function startThreadClients(server: Server) {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const { port } = server.address() as AddressInfo;
  const worker = new Worker(clients, { eval: true, workerData: { port, sent } });
  onTestFinished(() => void worker.terminate());
  await once(worker, 'message');
  const answers: [index: number, answer: string][] = [];
  worker.on('message', (answer: [number, string]) => answers.push(answer));
  let asked = 0;

  /** Keeps this thread busy until the clients sent all that they were told to send. */
  function order(name: 'open' | 'ask', count: number): void {
    worker.postMessage({ order: name, count });
    asked += count;
    for (let now = Atomics.load(sent, 0); now < asked; now = Atomics.load(sent, 0))
      Atomics.wait(sent, 0, now);
  }

  return {
    /** Opens connections and sends a request on each. Nothing else happens in this thread meanwhile. */
    openWhileBusy: (count: number) => order('open', count),
    /** Sends a request on each of the first `count` connections. Nothing else happens in this thread meanwhile. */
    askWhileBusy: (count: number) => order('ask', count),
    /** The first words of the answers to all requests or the error, in the order of the connections. */
    async answers(): Promise<string[]> {
      while (answers.length < asked) await once(worker, 'message');
      return answers.toSorted(([one], [other]) => one - other).map(([, answer]) => answer);
    },
  };
}
