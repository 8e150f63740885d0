import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen, requireFreePort } from './public-server.ts';

test('requireFreePort names a port that is taken, and leaves a free one free', async () => {
  const host = '127.0.0.1';
  const other = createServer();
  onTestFinished(() => void other.close());
  const port = await listen(other, { host, port: 0 });

  await expect(requireFreePort({ host, port })).rejects.toThrow(`port ${port} is taken: set PORT or HOST`);
  await new Promise((done) => other.close(done));
  await requireFreePort({ host, port });
  await listen(other, { host, port });
});
