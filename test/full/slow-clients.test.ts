import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { defaultServerLimits, type ServerLimits } from '#lib/delivery/server-limits.ts';
import { eventually } from '#test/http/forms-site.ts';
import { openRaw, sendChunks, statusOf } from '#test/http/raw-client.ts';
import { servePublic } from '#test/public-server.ts';
import { useShared } from '#test/use-shared.ts';

/** Short timeouts, unless the environment asks for those of production. */
const limits: ServerLimits = process.env['WHOLE_TIMES']
  ? defaultServerLimits
  : {
      ...defaultServerLimits,
      headersWithin: 500,
      requestWithin: 1_500,
      lookEvery: 50,
      unreadFor: 1_000,
      idleFor: 2_500,
      unwantedFor: 500,
    };
const whole = { timeout: 400_000 };

const large = 'Peat holds water. '.repeat(1_000_000);
const site = useShared(() =>
  servePublic({
    files: [{ path: '/large', content: large, contentType: 'text/plain' }],
    app: answer,
    limits,
  }),
);

/** Routes that read the body, that ignore it, and that respond slowly. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/api/reads') await text(request);
  if (request.url === '/api/thinks') await sleep(limits.unreadFor * 2.5);
  response.end('answered');
}

const openConnections = () =>
  new Promise<number>((done) => site.server.getConnections((_, count) => done(count)));
const post = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe.concurrent('slow clients', () => {
  test('a silent connection is closed', whole, async () => {
    const after = await openRaw(site.port).closed;

    expect(after).toBeGreaterThan(limits.headersWithin * 0.9);
  });

  test('headers sent byte by byte have the same time limit', whole, async () => {
    const client = openRaw(site.port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    void client.drip('a'.repeat(10_000), 40);

    const after = await client.closed;

    expect(after).toBeGreaterThan(limits.headersWithin * 0.9);
    expect(statusOf(client.received())).toBe(408);
  });

  test.each([
    ['that comes byte by byte', 'Content-Length: 10000\r\n\r\n', 'a'],
    ['that comes in tiny chunks', 'Transfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'],
    ['that stops in the middle', 'Content-Length: 10000\r\n\r\na', ''],
  ])('a body %s is cut off at the time limit for requests', whole, async (_, start, piece) => {
    const client = openRaw(site.port, post('/api/reads', start));
    void client.drip(piece.repeat(10_000), 40);

    const after = await client.closed;

    expect(after).toBeGreaterThan(limits.requestWithin * 0.9);
    expect(statusOf(client.received())).toBe(408);
  });

  test('a slow response is not cut off', whole, async () => {
    const client = openRaw(site.port, get('/api/thinks'));

    const answer = await client.until('answered', limits.unreadFor * 2.5 + 20_000);

    expect(statusOf(answer)).toBe(200);
  });

  test('an idle connection stays open for the announced keep-alive timeout', whole, async () => {
    const client = openRaw(site.port, get('/'));
    await client.until('Home');
    await sleep(limits.idleFor * 0.95);

    client.socket.write(get('/nowhere'));
    await client.until('answered');
    await client.closed;

    expect(client.received()).toContain(`Keep-Alive: timeout=${Math.floor(limits.idleFor / 1000)}`);
  });

  test('a slow reader gets the whole response', whole, async () => {
    const client = openRaw(site.port, get('/large'));
    client.socket.pause();
    for (let turn = 0; turn < 4; turn += 1) {
      await sleep(limits.unreadFor * 0.7);
      await readSome(client, 4_000_000);
    }
    client.socket.resume();

    await eventually(() => client.received().length > large.length || undefined);
  });

  test('a request body that continues after the response is cut off after a time', whole, async () => {
    const client = openRaw(site.port, post('/', 'Transfer-Encoding: chunked\r\n\r\n'));
    void client.drip('1\r\na\r\n'.repeat(10_000), 40);

    await client.closed;

    expect(statusOf(client.received())).toBe(405);
  });

  test(
    'a request body that continues after the response is cut off after a number of bytes',
    whole,
    async () => {
      const client = openRaw(site.port, post('/', 'Transfer-Encoding: chunked\r\n\r\n'));
      await client.until('405');

      const sent = await sendChunks(client, 50_000_000);

      await client.closed;

      expect(sent).toBeLessThan(50_000_000);
    },
  );
});

test('a client that reads nothing is disconnected, and its memory is freed', whole, async () => {
  await eventually(async () => (await openConnections()) === 0 || undefined);
  let accepted = 0;
  const accept = () => (accepted += 1);
  site.server.on('connection', accept);
  const began = performance.now();

  for (let count = 0; count < 50; count += 1) openRaw(site.port, get('/large')).socket.pause();
  // On a busy machine, the first are disconnected before the last is accepted.
  await eventually(async () => accepted === 50 || undefined);
  site.server.off('connection', accept);
  while ((await openConnections()) > 0) await sleep(50);

  expect(performance.now() - began).toBeGreaterThan(limits.unreadFor * 0.5);
});

async function readSome(client: ReturnType<typeof openRaw>, bytes: number): Promise<void> {
  const until = client.received().length + bytes;
  client.socket.resume();
  while (client.received().length < until && client.received().length < large.length) await sleep(5);
  client.socket.pause();
}
