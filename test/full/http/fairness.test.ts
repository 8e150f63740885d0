import { beforeAll, expect, test } from 'vitest';
import { serveProcess } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';
import { builtSite } from '#test/http/forms-site.ts';
import { askOnce, openRaw } from '#test/http/raw-client.ts';

const path = '/courses/find';
const requestFor = (more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
// In a process of its own: clients in the same process would share its event loop. Its output has Node's warnings.
const site = useShared(async () => serveProcess(await builtSite(), { HOST: '127.0.0.1' }));

beforeAll(async () => {
  await (await fetch(site.origin + path)).text();
});

/** Counts the rendered pages. The other responses are over the page limit, and cost little. */
const rendered = (received: string) => received.match(/HTTP\/1\.1 200 /g)?.length ?? 0;

// Without a fair queue, the server would render all 300 pages of the flood before the visitor's page.
test.each([
  ['500 requests on one connection', 1, 500, '127.0.4.1'],
  ['5,000 requests on one connection', 1, 5_000, '127.0.4.2'],
  ['50 connections with 100 requests each', 50, 100, '127.0.4.3'],
])('a visitor does not wait for %s from another client', async (_, connections, count, localAddress) => {
  const flood = Array.from({ length: connections }, () =>
    openRaw(site.port, requestFor().repeat(count), { localAddress }),
  );
  const renderedNow = () => flood.reduce((sum, client) => sum + rendered(client.received()), 0);
  await flood[0]?.until('HTTP/1.1 200 ');
  const before = renderedNow();

  const page = await askOnce(site.port, requestFor('Connection: close\r\n'), { localAddress: '127.0.4.9' });
  const home = await askOnce(site.port, requestFor('Connection: close\r\n').replace(path, '/'), {
    localAddress: '127.0.4.9',
  });
  const during = renderedNow() - before;
  for (const { socket } of flood) socket.destroy();

  expect([rendered(page), rendered(home)]).toEqual([1, 1]);
  expect(during).toBeLessThan(100);
  expect(before).toBeLessThan(100);
});

test('all pipelined requests get a response, and cause no warning in the log', async () => {
  const client = openRaw(site.port, requestFor().repeat(40), { localAddress: '127.0.4.5' });
  const last = requestFor('Connection: close\r\n');

  client.socket.write(last);
  await client.closed;

  expect(rendered(client.received())).toBe(41);
  expect(site.output()).not.toContain('MaxListenersExceededWarning');
});
