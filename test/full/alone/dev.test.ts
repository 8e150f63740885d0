import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildEnvironment } from '#app/env.ts';
import { componentNames } from '#lib/content/components.ts';
import { freePort } from '#test/ports.ts';
import { makeFolder } from '#test/temporary-folder.ts';

// Starts Astro's dev server, which needs a process without vitest's variables.

const contentDir = makeFolder();
let dev: ChildProcess;
let output = '';
let origin = '';

const page = (text: string, fields = '') =>
  `---\ntitle: Trial\nsummary: A page that a developer tries.\n${fields}---\n\n${text}\n`;
const write = (name: string, text: string) => writeFileSync(join(contentDir, 'pages', name), text);
const get = (path: string) => fetch(origin + path, { headers: { Accept: 'text/html' } });
const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 });

beforeAll(async () => {
  cpSync('src/content', contentDir, { recursive: true });
  write('trial-draft.mdx', page('Text.', 'draft: true\n'));
  write('trial-broken.mdx', page('A { stray.'));
  const port = await freePort();
  const environment = Object.entries(buildEnvironment()).filter(
    // Astro renders no pages if it detects vitest.
    ([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name),
  );
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    env: {
      ...Object.fromEntries(environment),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: '.cache/dev-test-data',
      CONTENT_DIR: contentDir,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  origin = `http://127.0.0.1:${port}`;
  await eventually(() => expect(output).toContain(origin));
});

afterAll(async () => {
  const ended = once(dev, 'exit');
  dev.kill('SIGTERM');
  await ended;
});

test('npm run dev says what it leaves out, and names npm run watch', () => {
  expect(output).toMatch(/without Markdown, negotiation and search\. Writers use npm run watch\./);
});

test('npm run dev serves pages, pages on demand, endpoints and drafts', async () => {
  const paths = ['/', '/courses/soil-science', '/trial-draft', '/register', '/apply', '/search', '/staff'];

  for (const path of [...paths, '/openapi.json', '/api/health']) {
    const { status } = await get(path);

    expect([path, status]).toEqual([path, 200]);
  }
  const html = await (await get('/courses/soil-science')).text();
  expect(html).toContain('<h1');
});

test('npm run dev serves the pictures and fonts of its pages', async () => {
  const html = await (await get('/courses/soil-science')).text();
  const [picture = ''] = /\/_astro\/[\w.-]+\.(?:webp|jpeg|avif)/.exec(html) ?? [];
  const [font = ''] = /\/_astro\/fonts\/[\da-f]+\.woff2/.exec(html) ?? [];

  const [shown, letters] = await Promise.all([get(picture), get(font)]);

  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  expect([letters.status, letters.headers.get('content-type')]).toEqual([200, 'font/woff2']);
});

test('npm run dev shows a saved text, and keeps the last good one of a file with an error, which the terminal has', async () => {
  write('trial.mdx', page('The first text.'));
  await eventually(async () => expect(await (await get('/trial')).text()).toContain('The first text.'));

  write('trial.mdx', page('A { alone.'));
  await eventually(() => expect(output).toMatch(/pages\/trial\.mdx:6/));

  expect(await (await get('/trial')).text()).toContain('The first text.');
  expect(output).toMatch(/pages\/trial-broken\.mdx:6/);
});

test('npm run dev shows every component, with the MDX to copy', async () => {
  const response = await get('/_gallery');
  const body = await response.text();

  expect(response.status).toBe(200);
  for (const name of componentNames) expect(body).toContain(`&lt;${name}`);
  expect(body).toMatch(/<figure>.*<img [^>]*alt="Two students at a workbench"/s);
});
