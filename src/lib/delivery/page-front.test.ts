import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startFront } from './page-front.ts';

/** Starts a site and a front that adds the path to its pages. @returns the port of the front */
async function startSite(site: RequestListener): Promise<number> {
  const server = createServer(site);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const front = await startFront({
    host: '127.0.0.1',
    port: 0,
    sitePort: (server.address() as AddressInfo).port,
    answer: ({ url }, response) => url === '/own' && Boolean(response.end('own')),
    changePage:
      ({ url = '' }) =>
      (html) =>
        html.replace('<body>', `<body>${url}`),
  });
  onTestFinished(async () => {
    await front.stop();
    server.close();
  });
  return front.port;
}

test('requests that wait on one connection are sent to the site one after another', async () => {
  let running = 0;
  let most = 0;
  const port = await startSite((request, response) => {
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => {
      running -= 1;
      response.end(`${request.url};`);
    });
  });
  const socket = connect(port, '127.0.0.1');
  const paths = Array.from({ length: 20 }, (_, number) => `/courses/find?q=${number}`);

  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`);
  socket.write(`${requests.join('\r\n')}Connection: close\r\n\r\n`);
  const received = await text(socket);

  expect(received.match(/\/courses\/find\?q=\d+(?=;)/g)).toEqual(paths);
  expect(most).toBe(1);
});

test('changes pages, which are not cached, and leaves other responses and its own addresses as they are', async () => {
  const asked: IncomingHttpHeaders[] = [];
  const port = await startSite(({ url, headers }, response) => {
    asked.push(headers);
    const type = url === '/page' ? 'text/html; charset=utf-8' : 'text/markdown';
    response.writeHead(200, { 'Content-Type': type, ETag: '"1"' }).end('<body>…');
  });
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

  const page = await get('/page', { headers: { 'If-None-Match': '"1"', Accept: 'text/html' } });
  const other = await get('/page.md', { headers: { 'If-None-Match': '"1"' } });
  const head = await get('/page', { method: 'HEAD' });
  const own = await get('/own');

  expect(await page.text()).toBe('<body>/page…');
  expect([page.headers.get('etag'), page.headers.get('cache-control')]).toEqual([null, 'no-store']);
  expect(await other.text()).toBe('<body>…');
  expect(other.headers.get('etag')).toBe('"1"');
  expect([head.status, await head.text(), await own.text()]).toEqual([200, '', 'own']);
  expect(asked).toHaveLength(3);
  expect(asked[0]).not.toHaveProperty('if-none-match');
  expect(asked[1]).toHaveProperty('if-none-match', '"1"');
});

test('a response that the site breaks off is broken off for the client, too', async () => {
  const port = await startSite(({ url }, response) => {
    const type = url === '/page' ? 'text/html' : 'image/webp';
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': 100 }).write('<body>');
    setImmediate(() => response.destroy());
  });
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();

  await expect(get('/page')).rejects.toThrow();
  await expect(get('/picture.webp')).rejects.toThrow();
});
