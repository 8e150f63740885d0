import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { defaultServerLimits } from '#lib/delivery/server-limits.ts';
import { silentLog } from '#lib/log/log.ts';
import { createRequestWatch } from '#lib/log/request-watch.ts';
import { createTraffic, type Traffic } from '#lib/metrics/traffic.ts';
import { eventually } from '#test/http/forms-site.ts';
import { askOnce, openRaw, statusOf } from '#test/http/raw-client.ts';
import { servePublic } from '#test/public-server.ts';

const proxy = '127.0.0.9';
const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const askAndClose = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

async function serve(
  caps: { connections: number; connectionsPerClient: number },
  traffic?: Traffic,
): Promise<number> {
  const served = await servePublic({
    watch: createRequestWatch({ log: silentLog, idOf: () => 'an-id', logsAll: false, traffic }),
    app: (_request, _response, next) => next(),
    limits: { ...defaultServerLimits, ...caps },
    isProxy: (address) => address === proxy,
  });
  onTestFinished(served.stop);
  return served.port;
}

/** Opens connections that stay open after one request each. */
async function hold(port: number, localAddress: string, count: number) {
  const held = Array.from({ length: count }, () => openRaw(port, ask, { localAddress }));
  await Promise.all(held.map((client) => client.until('Home')));
  return held;
}

test('one client over the connection limit gets an error while others are served', async () => {
  const registry = new Registry();
  const traffic = createTraffic(registry);
  const port = await serve({ connections: 100, connectionsPerClient: 5 }, traffic);
  const held = await hold(port, '127.0.0.2', 5);

  const sixth = await askOnce(port, askAndClose, { localAddress: '127.0.0.2' });
  const other = await askOnce(port, askAndClose, { localAddress: '127.0.0.3' });
  held[0]?.socket.destroy();

  expect([statusOf(sixth), statusOf(other)]).toEqual([503, 200]);
  expect(sixth).toContain('Retry-After: 5');
  expect(await registry.metrics()).toContain('\nlectern_http_connections_refused_total 1\n');
  expect(sixth).toContain('X-Content-Type-Options: nosniff');
  expect(sixth).toContain("Content-Security-Policy: default-src 'none'");
  await eventually(async () => {
    const next = await askOnce(port, askAndClose, { localAddress: '127.0.0.2' });
    return statusOf(next) === 200 || undefined;
  });
});

test('a trusted proxy may open many connections', async () => {
  const port = await serve({ connections: 100, connectionsPerClient: 5 });

  const held = await hold(port, proxy, 50);

  expect(held.every((client) => statusOf(client.received()) === 200)).toBe(true);
});

test('at capacity, idle connections are closed for new ones', async () => {
  const port = await serve({ connections: 20, connectionsPerClient: 100 });
  const held = await hold(port, '127.0.0.2', 20);

  const first = await askOnce(port, askAndClose, { localAddress: '127.0.0.3' });

  expect(statusOf(first)).toBe(503);
  await Promise.all(held.map(({ closed }) => closed));
  await eventually(async () => {
    const next = await askOnce(port, askAndClose, { localAddress: '127.0.0.3' });
    return statusOf(next) === 200 || undefined;
  });
});

test('one client may open at least 500 connections', () => {
  expect(defaultServerLimits.connectionsPerClient).toBeGreaterThanOrEqual(500);
  expect(defaultServerLimits.connections).toBeGreaterThan(10_000);
});
