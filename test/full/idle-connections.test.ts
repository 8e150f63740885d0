import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { processOf } from '#test/served-site.ts';
import { eventually, serveForms } from '#test/http/forms-site.ts';
import { askOnce, statusOf } from '#test/http/raw-client.ts';

/** `npm run soak` opens ten thousand. */
const idle = Number(process.env['IDLE_CONNECTIONS'] ?? 1_500);

test(`${idle} idle connections do not block other requests`, { timeout: 300_000 }, async () => {
  const site = await serveForms({ HOST: '127.0.0.1' }, { asProcess: true });
  onTestFinished(() => site.remove());
  const { port } = site;
  const memory = () => {
    const status = readFileSync(`/proc/${processOf(site).pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  };
  const time = async () => {
    const began = performance.now();
    const answer = await askOnce(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return { status: statusOf(answer), took: performance.now() - began };
  };
  await time();
  const before = memory();
  const held: Socket[] = [];
  onTestFinished(() => held.forEach((socket) => void socket.destroy()));

  let answered = 0;
  for (let count = 0; count < idle; count += 1) {
    // From several addresses, since one client may open at most a thousand connections.
    const localAddress = `127.0.1.${1 + Math.floor(count / 500)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    socket.once('data', () => (answered += 1)).write('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
    held.push(socket);
    if (count % 200 === 199) await eventually(() => answered > count - 100 || undefined);
  }
  await eventually(() => answered === idle || undefined);
  const others = await Promise.all(Array.from({ length: 20 }, time));

  const each = (memory() - before) / idle;
  const slowest = Math.max(...others.map(({ took }) => took));
  console.log(`${idle} idle connections: ${each.toFixed(1)} kB each; others within ${slowest.toFixed(0)} ms`);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  expect(held.every((socket) => !socket.destroyed)).toBe(true);
  expect(each).toBeLessThan(50);
});
