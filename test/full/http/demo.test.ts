import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#test/ports.ts';
import { makeFolder } from '#test/temporary-folder.ts';

const dataDir = makeFolder();
let demo: ReturnType<typeof runDemo>;
let origin = '';

function runDemo(environment: NodeJS.ProcessEnv) {
  // Keeps the site address of the existing build, so that no new build is needed.
  const site = { DATA_DIR: dataDir, SITE_URL: 'http://localhost:4321', PUBLISHER: 'off' };
  const env = { ...process.env, ...site, ...environment };
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/demo.ts'],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  return { child, ended, output: () => output };
}

beforeAll(async () => {
  demo = runDemo({ PORT: String(await freePort()) });
  await vi.waitFor(() => expect(demo.output()).toMatch(/listening on http/), 60_000);
  origin = /listening on (\S+)/.exec(demo.output())?.[1] ?? '';
});

afterAll(async () => {
  demo.child.kill('SIGKILL');
  await demo.ended;
});

test('every page and the log say that the demo uses stand-ins', async () => {
  const pages = await Promise.all(
    ['/', '/courses', '/search?q=soil', '/no-such-page', '/.demo/', '/.demo/mail'].map(async (path) =>
      (await fetch(origin + path)).text(),
    ),
  );

  expect(pages.filter((page) => !page.includes('class="demo-banner"'))).toEqual([]);
  expect(demo.output()).toContain('stand-ins');
  expect(demo.output()).toContain('Rosalind Carver');
});

test('the demo has a chat, a directory and submissions', async () => {
  const message = { id: '1', role: 'user', parts: [{ type: 'text', text: 'What does Soil Science cost?' }] };
  const chat = await fetch(`${origin}/api/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ messages: [message] }),
  });
  const staff = await fetch(`${origin}/staff`, { redirect: 'manual' });

  expect(await chat.text()).toContain('"type":"source-url"');
  expect(staff.headers.get('Location')).toContain('/staff/sign-in');
});

test('the demo shows the emails that it sends', async () => {
  await fetch(`${origin}/api/email-marketing-signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.org' }),
  });

  await expect
    .poll(async () => (await fetch(`${origin}/.demo/mail`)).text(), { timeout: 10_000 })
    .toContain('reader@example.org');
});

test('the demo refuses to listen on any address except loopback', async () => {
  const open = runDemo({ HOST: '0.0.0.0' });

  expect(await open.ended).toBe(1);
  expect(open.output()).toContain('this machine only');
});

test('Ctrl-C stops the demo and all its servers', async () => {
  demo.child.kill('SIGINT');

  expect(await demo.ended).toBe(0);
  await expect(fetch(origin)).rejects.toThrow();
});
