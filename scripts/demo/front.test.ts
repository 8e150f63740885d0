import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startFront } from './front.ts';

test('requests that wait on one connection are sent to the site one after another', async () => {
  let running = 0;
  let most = 0;
  const site = createServer((request, response) => {
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => {
      running -= 1;
      response.end(`${request.url};`);
    });
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const sitePort = (site.address() as AddressInfo).port;
  const front = await startFront({ host: '127.0.0.1', port: 0, sitePort, people: [], mails: () => [] });
  const socket = connect(front.port, '127.0.0.1');
  const paths = Array.from({ length: 20 }, (_, number) => `/courses/find?q=${number}`);

  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`);
  socket.write(`${requests.join('\r\n')}Connection: close\r\n\r\n`);
  const received = await text(socket);
  await front.stop();
  site.close();

  expect(received.match(/\/courses\/find\?q=\d+(?=;)/g)).toEqual(paths);
  expect(most).toBe(1);
});
