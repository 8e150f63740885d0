import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { freePort, untilListening } from '#test/ports.ts';
import { processOf } from '#test/served-site.ts';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { ask, errorsOf, readChunks, serveChat, textOf } from '#test/http/chat-site.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import {
  builtSite,
  eventually,
  registration,
  registrationPath,
  send,
  serveForms,
  type FormsSite,
} from '#test/http/forms-site.ts';
import { openRaw, statusOf } from '#test/http/raw-client.ts';

async function serveOnce(environment: NodeJS.ProcessEnv = {}): Promise<FormsSite> {
  const site = await serveForms(environment, { asProcess: true });
  onTestFinished(() => site.remove());
  return site;
}

test('SIGTERM ends a streamed answer with an error part, and closes keep-alive connections after their next response', async () => {
  const site = await serveChat({ HOST: '127.0.0.1' }, { asProcess: true });
  onTestFinished(() => site.remove());
  site.gemini.behave('slow');
  site.gemini.delays.between = 1_000;
  const { port } = site;
  const answer = await ask(site.origin);
  const chunks = readChunks(answer);
  await eventually(() => site.gemini.requests[0]);
  // The request is incomplete, so the connection is not idle.
  const kept = openRaw(port, 'GET /api/health HTTP/1.1\r\n');
  await sleep(1_000);

  processOf(site).kill('SIGTERM');
  // A connection that the server accepts before it handles the signal would delay its exit.
  await sleep(200);
  await eventually(() => openRaw(port).closed.then((after) => (after < 200 ? true : undefined)));
  processOf(site).kill('SIGTERM');
  kept.socket.write('Host: x\r\n\r\n');
  await kept.closed;

  expect(statusOf(kept.received())).toBe(503);
  expect(kept.received()).toContain('{"status":"stopping"}');
  expect(kept.received()).toMatch(/^Connection: close\r$/m);
  const whole = await chunks;
  expect(textOf(whole)).not.toBe('');
  expect(errorsOf(whole)).toHaveLength(1);
  expect(await site.ended).toBe(0);
  await eventually(() => site.gemini.requests[0]?.isAborted || undefined);
});

test('SIGTERM finishes the email that is being sent, and leaves the others queued', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  smtp.delay = 1_500;
  const site = await serveOnce({ ...smtp.settings, REGISTRAR_EMAIL: 'registrar@larkmoor.example' });
  await send(site.origin, registrationPath, registration());
  await eventually(() => smtp.received[0]);

  const code = await site.stop();

  expect(code).toBe(0);
  const left = await site.read(`select status from outbox where status <> 'sent'`);
  const sent = await site.read(`select status from outbox where status = 'sent'`);
  expect(sent.length).toBeGreaterThan(0);
  expect(left.every(({ status }) => status === 'queued')).toBe(true);
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(sent.length);
});

test('SIGTERM ends the process despite an incomplete request', async () => {
  const site = await serveOnce({ HOST: '127.0.0.1' });
  const { port } = site;
  const stuck = openRaw(port, 'POST /api/chat HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n');
  await sleep(200);

  const code = await site.stop();

  expect(code).toBe(0);
  await stuck.closed;
});

test('SIGTERM between the open port and the end of the warm-up answers requests, then exits with 0', async () => {
  const port = await freePort();
  const dist = await builtSite();
  const child = spawn(process.execPath, ['src/app/server.ts', dist], {
    env: {
      ...process.env,
      SITE_URL: readManifest(dist).siteUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: makeFolder(),
      PUBLISHER: 'off',
    },
    stdio: 'ignore',
  });
  await untilListening(port, child);
  const request = openRaw(port, 'GET /courses HTTP/1.1\r\nHost: x\r\n\r\n');

  child.kill('SIGTERM');

  expect(await once(child, 'exit')).toEqual([0, null]);
  await request.closed;
  expect(statusOf(request.received())).toBe(200);
});
