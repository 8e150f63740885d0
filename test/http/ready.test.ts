import { expect, onTestFinished, test } from 'vitest';
import { newClient, registration, registrationPath, send, serveForms } from './forms-site.ts';

async function serve(environment: NodeJS.ProcessEnv) {
  const site = await serveForms(environment);
  onTestFinished(() => site.remove());
  const metrics = /metrics at (http:[^\s"]+)\/metrics/.exec(site.output())?.[1] ?? '';
  const read = async (origin: string) => {
    const response = await fetch(`${origin}/ready`);
    return { status: response.status, answer: ((await response.json()) as { status: string }).status };
  };
  return { site, readBoth: () => Promise.all([site.origin, metrics].map(read)) };
}

test('/ready is 503 before the listener closes, while visitors are still answered', async () => {
  const { site, readBoth } = await serve({ DRAIN_SECONDS: '60', METRICS_PORT: '0' });
  const running = await readBoth();

  const stopped = site.stop();
  const draining = await readBoth();
  const [health, sent] = await Promise.all([
    fetch(`${site.origin}/api/health`, { headers: { Connection: 'close' } }),
    send(site.origin, registrationPath, registration(), { client: newClient() }),
  ]);
  await site.stop();
  await stopped;

  const ready = { status: 200, answer: 'ready' };
  const stopping = { status: 503, answer: 'stopping' };
  expect([running, draining]).toEqual([
    [ready, ready],
    [stopping, stopping],
  ]);
  expect([health.status, sent.status]).toEqual([200, 200]);
  await expect(fetch(`${site.origin}/api/health`)).rejects.toThrow();
});

test('/ready is not for agents: it is in no description of the API, and not in the search', async () => {
  const { site } = await serve({});

  const description = await (await fetch(`${site.origin}/openapi.json`)).text();
  const response = await fetch(`${site.origin}/ready`, { headers: { Accept: 'text/markdown' } });

  expect(description).not.toContain('/ready');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-robots-tag')).toContain('noindex');
});
