import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#lib/log/log.ts';
import { startMetricsServer } from './metrics-server.ts';

test('while the site starts, /ready gives the reason and there are no metrics yet', async () => {
  const site = { isStarted: false };
  const starting = { status: 'starting', reason: 'The server opens the site.' };
  const server = await startMetricsServer({
    port: 0,
    metrics: { text: async () => 'lectern_store_up 1\n', contentType: 'text/plain' },
    hasMetrics: () => site.isStarted,
    readiness: { read: async () => (site.isStarted ? { status: 'ready' } : starting) },
    log: silentLog,
  });
  onTestFinished(() => server.close());
  const read = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [response.status, await response.text()];
  };

  const before = await Promise.all(['/ready', '/metrics'].map(read));
  site.isStarted = true;
  const after = await Promise.all(['/ready', '/metrics'].map(read));

  expect(before).toEqual([
    [503, JSON.stringify(starting)],
    [503, 'The site is starting.\n'],
  ]);
  expect(after).toEqual([
    [200, '{"status":"ready"}'],
    [200, 'lectern_store_up 1\n'],
  ]);
});
