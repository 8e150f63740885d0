import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { isPlainRead, sendWhole, toWebRequest } from './web-exchange.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(answer: (request: Request) => Response | Promise<Response>): Promise<number> {
  const server = createServer((request, response) => {
    void (async () => sendWhole(await answer(toWebRequest(request, response)), response))();
  });
  servers.push(server);
  await once(server.listen(0, 'localhost'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function exchange(port: number, raw: string): Promise<string> {
  const socket = connect(port, 'localhost');
  socket.write(raw);
  return text(socket);
}

test('sends an answer in one piece, with its length, and HEAD the same without the body', async () => {
  const port = await serve(() => Response.json({ name: 'Ø' }, { headers: { 'X-One': '1' } }));

  const read = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const head = await exchange(port, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

  expect(read).toMatch(/^HTTP\/1.1 200 OK\r\n.*x-one: 1\r\n.*Content-Length: 13\r\n/is);
  expect(read).toMatch(/\r\n\r\n\{"name":"Ø"\}$/);
  expect(head).toMatch(/Content-Length: 13\r\n/);
  expect(head).toMatch(/\r\n\r\n$/);
});

test('keeps each cookie a header of its own, and gives no length to an answer that has no body', async () => {
  const port = await serve(() => {
    const answer = new Response(null, { status: 204 });
    answer.headers.append('Set-Cookie', 'a=1');
    answer.headers.append('Set-Cookie', 'b=2');
    return answer;
  });

  const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

  expect(answer.match(/set-cookie: [ab]=\d\r\n/g)).toEqual(['set-cookie: a=1\r\n', 'set-cookie: b=2\r\n']);
  expect(answer).not.toMatch(/content-length/i);
});

test('gives a route the headers and the address, and lets no strange Host into the address', async () => {
  const port = await serve(({ url, headers }) => Response.json({ url, accept: headers.get('accept') }));
  const ask = async (host: string) => {
    const request = `GET /api/x?q=1 HTTP/1.1\r\nHost: ${host}\r\nAccept: a/b\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(port, request);
    return JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as unknown;
  };

  const answers = await Promise.all(
    ['site.example:81', 'x/y?', 'a:b@c', '[::1]:80', `${'xn--a.'.repeat(100)}org`].map(ask),
  );

  expect(answers).toEqual([
    { url: 'http://site.example:81/api/x?q=1', accept: 'a/b' },
    { url: 'http://localhost/api/x?q=1', accept: 'a/b' },
    { url: 'http://localhost/api/x?q=1', accept: 'a/b' },
    { url: 'http://[::1]/api/x?q=1', accept: 'a/b' },
    { url: 'http://localhost/api/x?q=1', accept: 'a/b' },
  ]);
});

test('tells a route that its client has gone', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<true>();
  const { promise: asked, resolve: begin } = Promise.withResolvers<true>();
  const port = await serve(async ({ signal }) => {
    begin(true);
    signal.addEventListener('abort', () => resolve(true));
    await gone;
    return new Response('late');
  });
  const socket = connect(port, 'localhost');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked;

  socket.destroy();

  expect(await gone).toBe(true);
});

test('takes only requests without a body, to addresses that nothing decodes, for plain', () => {
  const isPlain = (method: string, url: string) => isPlainRead({ method, url });

  const plain = ['/api/health', '/api/search?q=%20', '/a.b/c-d_e'].map((url) => isPlain('GET', url));
  const others = ['/', '/api/', '//api', '/api//x', '/api/%68ealth', '/a;b', ''].map((url) =>
    isPlain('GET', url),
  );

  expect([...plain, isPlain('HEAD', '/a')]).toEqual([true, true, true, true]);
  expect([...others, isPlain('POST', '/a'), isPlain('OPTIONS', '/a')]).not.toContain(true);
});
