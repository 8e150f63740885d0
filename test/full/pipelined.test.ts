import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { defaultServerLimits } from '#lib/delivery/server-limits.ts';
import { eventually } from '#test/http/forms-site.ts';
import { openRaw } from '#test/http/raw-client.ts';
import { servePublic } from '#test/public-server.ts';
import { useShared } from '#test/use-shared.ts';

const limits = { ...defaultServerLimits, headersWithin: 300, lookEvery: 50, pipelinedPerClient: 200 };
const site = useShared(() => servePublic({ app: answer, limits }));
/** What the app did, in order: `+/path` at the start and `-/path` at the end. */
let events: string[] = [];
let release: () => void;
let released: Promise<void>;

beforeEach(() => {
  events = [];
  released = new Promise((resolve) => (release = resolve));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '' } = request;
  events.push(`+${url}`);
  if (url.startsWith('/api/held')) await released;
  else await sleep(1);
  const body = await text(request);
  events.push(`-${url}`);
  response.end(`${url} ${body};`);
}

const get = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const bodies = (received: string) => received.match(/\/api\/\d+ [^;]*;/g) ?? [];

test('pipelined requests are handled one after another, and answered in order', async () => {
  const requests = [
    get('/api/1'),
    post('/api/2', 'two'),
    get('/'),
    get('/api/3', 'HEAD'),
    get('/api/4'),
    post('/api/5', 'five'.repeat(10_000)),
    get('/api/6'),
  ];
  const client = openRaw(site.port, requests.join(''));

  const received = await client.until('/api/6 ;');

  const paths = [1, 2, 3, 4, 5, 6].map((each) => `/api/${each}`);
  expect(events).toEqual(paths.flatMap((path) => [`+${path}`, `-${path}`]));
  expect(bodies(received)).toEqual([
    '/api/1 ;',
    '/api/2 two;',
    '/api/4 ;',
    `/api/5 ${'five'.repeat(10_000)};`,
    '/api/6 ;',
  ]);
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(7);
});

test('while a request is being handled, the server stops reading from its connection', async () => {
  const sent = 40_000;
  // Larger than the socket buffers of the system.
  const client = openRaw(site.port, get('/api/held-1'));
  await eventually(() => events.includes('+/api/held-1') || undefined);
  const padding = 'a'.repeat(4_000);
  client.socket.write(`GET /api/1 HTTP/1.1\r\nHost: x\r\nX-Pad: ${padding}\r\n\r\n`.repeat(sent / 4));
  let unsent = -1;
  // Waits until the server stops reading.
  while (unsent !== client.socket.writableLength) {
    unsent = client.socket.writableLength;
    await sleep(500);
  }
  client.socket.destroy();
  release();

  expect(unsent).toBeGreaterThan(sent * 500);
});

test('waiting requests of a client that disconnects are not handled', async () => {
  const client = openRaw(site.port, get('/api/held-2') + get('/api/2').repeat(50));
  await eventually(() => events.includes('+/api/held-2') || undefined);
  await sleep(50);

  client.socket.destroy();
  release();
  await eventually(() => events.includes('-/api/held-2') || undefined);
  await sleep(200);

  // Reading is paused, so the server notices the disconnect when it writes the first response.
  expect(events.filter((event) => event === '+/api/2').length).toBeLessThanOrEqual(2);
});

test('a client with too many waiting requests loses its connection, and others are served', async () => {
  const held = openRaw(site.port, get('/api/held-3') + get('/api/2').repeat(120));
  await eventually(() => events.includes('+/api/held-3') || undefined);
  const second = openRaw(site.port, get('/api/held-3') + get('/api/2').repeat(120));

  await second.closed;
  const other = openRaw(site.port, get('/api/3'), { localAddress: '127.0.0.2' });
  await other.until('/api/3 ;');
  release();
  await eventually(() => bodies(held.received()).length === 120 || undefined);
  const later = openRaw(site.port, get('/api/held-3') + get('/api/4').repeat(120));

  await eventually(() => bodies(later.received()).length === 120 || undefined);
});

test('time in the queue does not count towards the time limit for headers', async () => {
  const [start, end] = ['GET /api/3 HTTP/1.1\r\nHo', 'st: x\r\n\r\n'];
  const client = openRaw(site.port, get('/api/held-4') + get('/api/2') + start);
  await eventually(() => events.includes('+/api/held-4') || undefined);
  await sleep(limits.headersWithin * 3);

  client.socket.write(end);
  release();

  expect(await client.until('/api/3 ;')).not.toContain('408');
});

test('an invalid request is not answered before the earlier requests on its connection', async () => {
  const client = openRaw(site.port, `${get('/api/held-5')}${get('/api/2')}no request\r\n\r\n`);

  await client.closed;
  release();

  expect(client.received()).toBe('');
});
