import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serveForms, signupPath, send } from './forms-site.ts';
import { serveSite } from '#test/served-site.ts';
import { makeFolder } from '#test/temporary-folder.ts';

const events = ['SIGTERM', 'SIGINT', 'uncaughtException', 'exit'] as const;

/** Counts listeners, servers and child processes, which a stopped server must not leave in its process. */
function countLeftOvers(): Record<string, number> {
  const resources = process.getActiveResourcesInfo();
  return {
    ...Object.fromEntries(events.map((event) => [event, process.listenerCount(event)])),
    servers: resources.filter((kind) => kind === 'TCPServerWrap').length,
    processes: resources.filter((kind) => kind === 'ProcessWrap').length,
  };
}

test('two servers in one process have separate data, and leave no listeners, servers or processes behind', async () => {
  const first = await serveForms();
  await first.remove();
  const before = countLeftOvers();
  const { log } = console;

  const sites = await Promise.all([serveForms({ METRICS_PORT: '0' }), serveForms()]);
  await send(sites[0].origin, signupPath, { email: 'reader@example.org' });
  const rows = await Promise.all(sites.map((site) => site.read('select id from signups')));
  for (const site of sites) await site.remove();

  expect(rows.map(({ length }) => length)).toEqual([1, 0]);
  await expect.poll(countLeftOvers).toEqual(before);
  expect(console.log).toBe(log);
});

test('a server that cannot start leaves no listeners, servers or processes behind', async () => {
  const site = await serveForms();
  const before = countLeftOvers();
  const dataDir = makeFolder();
  const { port } = new URL(site.origin);

  const refused = serveSite('dist', {
    SITE_URL: 'http://localhost:4321',
    PORT: port,
    METRICS_PORT: '0',
    DATA_DIR: dataDir,
  });

  await expect(refused).rejects.toThrow(`port ${port} is taken`);
  await expect.poll(countLeftOvers).toEqual(before);
  rmSync(dataDir, { recursive: true });
  await site.remove();
});
