import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { readJson } from './read-json.ts';

const schema = z.object({ email: z.string() });

/** Reads the body from the stream of a real connection, as a route does. */
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = incoming.headers;
    const body = incoming as unknown as BodyInit;
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'Content-Type': type, 'Content-Encoding': coding },
    };
    void readJson(new Request('http://site.test/', init), schema, { maxBytes: 32_768 })
      .then((payload) => Response.json(payload))
      .catch((error: unknown) => (error as ApiError).toResponse())
      .then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(await response.text());
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([33 * 1024, 900_000, 8_000_000])(
  'a client that sends %i bytes receives the 413 response',
  async (size) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(size) };
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers });
    request.on('error', () => undefined);
    request.end(Buffer.alloc(size, 32));

    const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();

    expect(response.statusCode).toBe(413);
  },
);

test('a connection can be used again after a body that is too large', async () => {
  const socket = connect(port, '127.0.0.1');
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));

  socket.write(`${head}Content-Length: 40000\r\n\r\n${' '.repeat(40_000)}`);
  socket.write(`${head}Content-Length: 17\r\nConnection: close\r\n\r\n{"email":"a@b.c"}`);
  await once(socket, 'close');

  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('the server keeps working after a client disconnects in the middle of its body', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"em',
  );
  socket.destroy();

  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"email":"a@b.c"}',
  });

  expect(answer.status).toBe(200);
});
