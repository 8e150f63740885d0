import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportSite } from '#command/export-site.ts';
import { getWithAccept } from '#test/get-with-accept.ts';
import { freePort, untilListening } from '#test/ports.ts';
import { builtSite } from '#test/http/forms-site.ts';

type Case = { accept: string | null; answer: 'html' | 'markdown' | 'none' };
type Worker = { fetch(request: Request, environment: object): Promise<Response> };

const { cases } = JSON.parse(readFileSync('test/data/accept.json', 'utf8')) as { cases: Case[] };
const folder = mkdtempSync(join(tmpdir(), 'lectern-static-'));
const exported = join(folder, 'export');
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
let nginx: ChildProcess;
let worker: Worker;

beforeAll(async () => {
  await exportSite(exported, await builtSite());
  worker = ((await import(pathToFileURL(join(exported, 'cloudflare/worker.js')).href)) as { default: Worker })
    .default;
  nginx = startNginx();
  await untilListening(port, nginx);
});

afterAll(async () => {
  if (nginx.exitCode === null) {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

function startNginx(): ChildProcess {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const server = `server { listen 127.0.0.1:${port}; root ${exported}/site; include ${exported}/nginx/server.conf; }`;
  const http = `http { access_log off; ${temporary.join(' ')} include ${exported}/nginx/maps.conf; ${server} }`;
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events { }\n${http}`,
  );
  return spawn('/usr/sbin/nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
}

/** Like Cloudflare's asset binding with `html_handling` off: serves files under their own names. */
const assets = {
  async fetch(request: Request): Promise<Response> {
    const file = join(exported, 'site', decodeURIComponent(new URL(request.url).pathname));
    return existsSync(file) ? new Response(readFileSync(file)) : new Response('', { status: 404 });
  },
};

function askWorker(path: string, accept: string | null): Promise<Response> {
  const headers = accept === null ? {} : { Accept: accept };
  return worker.fetch(new Request(`https://www.example.org${path}`, { headers }), { ASSETS: assets });
}

function askNginx(path: string, accept: string | null = 'text/html'): Promise<Response> {
  const headers = { Accept: accept ?? '', 'Accept-Encoding': 'identity' };
  return fetch(origin + path, { headers, redirect: 'manual' });
}

function formOf(status: number, contentType: string | null): string {
  if (status === 406) return 'none';
  return contentType?.startsWith('text/markdown') ? 'markdown' : 'html';
}

test('nginx negotiates like the server for every Accept header of the table', async () => {
  const answers = await Promise.all(
    cases.map(async ({ accept }) => {
      const { status, headers } = await getWithAccept(origin, '/courses', accept);
      return { accept, answer: formOf(status, headers['content-type'] ?? null) };
    }),
  );

  expect(answers).toEqual(cases.map(({ accept, answer }) => ({ accept, answer })));
});

test('the Worker negotiates like the server for every Accept header of the table', async () => {
  const answers = await Promise.all(
    cases.map(async ({ accept }) => {
      const { status, headers } = await askWorker('/courses', accept);
      return { accept, answer: formOf(status, headers.get('Content-Type')) };
    }),
  );

  expect(answers).toEqual(cases.map(({ accept, answer }) => ({ accept, answer })));
});

test('nginx and the Worker send the headers of the variant', async () => {
  for (const ask of [askNginx, askWorker]) {
    const [html, markdown, twin] = await Promise.all([
      ask('/courses', 'text/html'),
      ask('/courses', 'text/markdown'),
      ask('/courses.md', 'text/html'),
    ]);

    expect(html.headers.get('Vary')).toBe('Accept, Accept-Encoding');
    expect(html.headers.get('Link')).toContain('</courses.md>; rel="alternate"; type="text/markdown"');
    expect(html.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(markdown.headers.get('Cache-Control')).toMatch(/^private/);
    expect(markdown.headers.get('Content-Location')).toBe('/courses.md');
    expect(markdown.headers.get('Link')).toContain('</courses>; rel="canonical"');
    expect(twin.headers.get('Cache-Control')).toMatch(/^public/);
    expect(twin.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(await markdown.text()).toBe(await twin.text());
  }
});

test('nginx and the Worker redirect to canonical addresses and return the 404 page for unknown ones', async () => {
  for (const ask of [askNginx, askWorker]) {
    const moved = await Promise.all(
      ['/courses/', '/courses.html?a=1', '/index.html', '/courses/index'].map((path) =>
        ask(path, 'text/html'),
      ),
    );
    const missing = await ask('/no-such-page', 'text/html');
    const missingMarkdown = await ask('/no-such-page', 'text/markdown');
    const page = await ask('/404.html', 'text/html');

    expect(moved.map(({ status }) => status)).toEqual([308, 308, 308, 308]);
    expect(moved.map(({ headers }) => headers.get('Location')?.replace(origin, ''))).toEqual([
      '/courses',
      '/courses?a=1',
      '/',
      '/courses',
    ]);
    expect([missing.status, missingMarkdown.status]).toEqual([404, 404]);
    expect(formOf(404, missing.headers.get('Content-Type'))).toBe('html');
    expect(formOf(404, missingMarkdown.headers.get('Content-Type'))).toBe('markdown');
    expect(page.status).toBe(308);
  }
});

test('the export mentions no API, since it contains none', () => {
  const files = globSync('**/*.{html,md,txt,xml}', { cwd: join(exported, 'site') });
  const promising = files.filter((file) =>
    /\/openapi\.json|\/api\/|\/mcp\b|api-catalog|ard\.json|["(]\/developers/.test(
      readFileSync(join(exported, 'site', file), 'utf8'),
    ),
  );

  expect(files.length).toBeGreaterThan(200);
  expect(promising).toEqual([]);
});

test('no page of the export has a dead link', async () => {
  const files = globSync('**/*.html', { cwd: join(exported, 'site') });
  const paths = new Set<string>();
  for (const file of files) {
    const html = readFileSync(join(exported, 'site', file), 'utf8');
    for (const [, path = ''] of html.matchAll(/ (?:href|src|action)="(\/[^"?#]*)/g)) paths.add(path);
  }

  const dead = [];
  for (const path of paths) if ((await askNginx(path)).status >= 400) dead.push(path);

  expect(paths.size).toBeGreaterThan(100);
  expect(dead).toEqual([]);
});
