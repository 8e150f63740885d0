import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { linkBuild } from '#app/publisher/link-build.ts';
import { builtSite } from '#test/http/forms-site.ts';
import { freePort, untilListening } from '#test/ports.ts';
import { makeFolder } from '#test/temporary-folder.ts';

test('SIGTERM to npm ends the server and frees its port', async () => {
  const site = makeFolder();
  linkBuild(await builtSite(), site);
  const port = await freePort();
  const child = spawn('npm', ['run', 'serve', '--', site], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: makeFolder(),
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  await untilListening(port, child);

  child.kill('SIGTERM');
  await once(child, 'exit');

  await expect.poll(() => answers(port), { timeout: 15_000 }).toBe(false);
});

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
