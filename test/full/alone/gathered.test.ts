import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { registration, registrationPath } from '#test/http/forms-site.ts';
import { freePort, untilListening } from '#test/ports.ts';

// Starts processes, because what a release lacks shows only in a folder without the checkout.
let folder = '';
const gathered = () => join(folder, 'gathered');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-gathered-'));
  execFileSync(process.execPath, ['scripts/lectern.mjs', 'gather', gathered()], { stdio: 'pipe' });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The settings of the test run would change what the server does. */
function environment(port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, `data-${port}`),
    PUBLISHER: 'off',
  };
}

async function serve(
  command: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const child = spawn(command, args, { cwd: gathered(), env: environment(port), stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await untilListening(port, child);
  return { child, port };
}

test('a gathered server starts in an empty folder, and serves pages, the search and forms', async () => {
  const { child, port } = await serve(process.execPath, ['scripts/lectern.mjs', 'serve']);
  const origin = `http://127.0.0.1:${port}`;

  const page = await fetch(`${origin}/courses/soil-science`, { headers: { accept: 'text/markdown' } });
  const search = await fetch(`${origin}/api/search?q=peet`);
  const form = await fetch(`${origin}/register`);
  const sent = await fetch(origin + registrationPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(registration()),
  });
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];

  expect([page.status, search.status, form.status, sent.status, code]).toEqual([200, 200, 200, 200, 0]);
  expect(await page.text()).toContain('# Soil Science');
  // The list of common words comes from a package.
  expect(await search.json()).toMatchObject({ correction: 'peat' });
});

test('SIGTERM to npm ends the server, which gives its port back', async () => {
  const { child, port } = await serve('npm', ['run', 'serve']);

  child.kill('SIGTERM');

  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => 'listens',
          () => 'is free',
        ),
      { timeout: 15_000 },
    )
    .toBe('is free');
});
