import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { builtSite } from '#test/http/forms-site.ts';
import { askOnce, openRaw } from '#test/http/raw-client.ts';

const path = '/courses/find';
const requestFor = (more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
let site: ServedSite;
let port = 0;

beforeAll(async () => {
  // As a process: clients in the process of the server would take turns with it, and Node writes warnings to its output.
  site = await serveSite(await builtSite(), { HOST: '127.0.0.1' }, { asProcess: true });
  port = Number(new URL(site.origin).port);
  await (await fetch(site.origin + path)).text();
});

afterAll(() => site.stop());

/** Answers that count: the others are over the limit of pages, and cost little. */
const rendered = (received: string) => received.match(/HTTP\/1\.1 200 /g)?.length ?? 0;

// Without a queue, all 300 pages were rendered before the visitor got an answer.
test.each([
  ['500 requests on one connection', 1, 500, '127.0.4.1'],
  ['5,000 requests on one connection', 1, 5_000, '127.0.4.2'],
  ['50 connections with 100 requests each', 50, 100, '127.0.4.3'],
])('a visitor does not wait for %s of another', async (_, connections, count, localAddress) => {
  const flood = Array.from({ length: connections }, () =>
    openRaw(port, requestFor().repeat(count), { localAddress }),
  );
  const renderedNow = () => flood.reduce((sum, client) => sum + rendered(client.received()), 0);
  await flood[0]?.until('HTTP/1.1 200 ');
  const before = renderedNow();

  const page = await askOnce(port, requestFor('Connection: close\r\n'), { localAddress: '127.0.4.9' });
  const home = await askOnce(port, requestFor('Connection: close\r\n').replace(path, '/'), {
    localAddress: '127.0.4.9',
  });
  const during = renderedNow() - before;
  for (const { socket } of flood) socket.destroy();

  expect([rendered(page), rendered(home)]).toEqual([1, 1]);
  expect(during).toBeLessThan(100);
  expect(before).toBeLessThan(100);
});

test('pipelined requests get all their answers, and leave no warning in the log', async () => {
  const client = openRaw(port, requestFor().repeat(40), { localAddress: '127.0.4.5' });
  const last = requestFor('Connection: close\r\n');

  client.socket.write(last);
  await client.closed;

  expect(rendered(client.received())).toBe(41);
  expect(site.output()).not.toContain('MaxListenersExceededWarning');
});
