import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeContentRepository } from '#test/content-repository.ts';
import { registration, registrationPath } from '#test/http/forms-site.ts';
import { freePort, untilListening } from '#test/ports.ts';
import { signHook } from '#test/repository-site.ts';

const hookSecret = 'a secret of this test, with 32 characters';
const page = `---
title: Our Mill
summary: What is left of the mill that this house was.
updated: 2026-10-05
---

It grinds no corn.
`;

// Starts processes in a folder without the checkout, because files that a release lacks are missed only there.
let folder = '';
const gathered = () => join(folder, 'gathered');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-gathered-'));
  execFileSync(process.execPath, ['scripts/lectern.mjs', 'gather', gathered()], { stdio: 'pipe' });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The environment of a server, without the settings of the test run: they would change what it does. */
function environment(port: number, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, `data-${port}`),
    ...settings,
  };
}

async function serve(
  command: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const child = spawn(command, args, { cwd: gathered(), env: environment(port, settings), stdio: 'ignore' });
  onTestFinished(async () => {
    // The command forwards SIGTERM to its server, which writes to the folder until it ends.
    if (child.kill('SIGTERM')) await once(child, 'exit');
  });
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

test('a gathered server publishes the content of its repository at the configured address, and then each push', async () => {
  const pushed = makeContentRepository({ from: 'src/content' });
  onTestFinished(() => pushed.remove());
  const settings = {
    CONTENT_REPO: pushed.origin,
    SITE_URL: 'https://www.example.org',
    CONTENT_HOOK_SECRET: hookSecret,
  };
  const { port } = await serve(process.execPath, ['scripts/lectern.mjs', 'serve'], settings);
  const origin = `http://127.0.0.1:${port}`;
  const textOf = async (path: string) => (await fetch(origin + path)).text();

  expect(await textOf('/courses/soil-science.md')).toContain(
    'url: "https://www.example.org/courses/soil-science"',
  );
  pushed.push({ 'pages/our-mill.mdx': page });
  const called = await fetch(`${origin}/api/content-hook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signHook('{}', hookSecret) },
    body: '{}',
  });

  expect(called.ok).toBe(true);
  await expect.poll(() => textOf('/our-mill')).toContain('It grinds no corn.');
});

test('SIGTERM to npm ends the server and frees its port', async () => {
  const { child, port } = await serve('npm', ['run', 'serve'], { SITE_URL: 'https://www.example.org' });

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
