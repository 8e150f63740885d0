import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createDelivery } from '#lib/delivery/delivery.ts';
import { createPublicServer, listen, type AppHandler } from '#lib/delivery/public-server.ts';
import { openPublished } from '#lib/delivery/published.ts';
import { stop } from '#app/stop-server.ts';
import { createRequestWatch } from '#lib/log/request-watch.ts';
import { collectLog } from '#test/collected-log.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { writeBuild } from './delivery-build.ts';

const siteUrl = 'http://localhost:4321';
const pages = [
  { path: '/', html: `<p>${'Home '.repeat(100)}</p>`, markdown: 'Home '.repeat(100) },
  { path: '/404', status: 404 as const, html: 'Missing', markdown: 'Missing' },
];
let folder = '';

beforeEach(() => {
  folder = makeFolder();
  writeBuild(folder, { siteUrl, pages });
});

const changeManifest = (change: (manifest: ReturnType<typeof writeBuild>) => void) => () => {
  const manifest = writeBuild(folder, { siteUrl, pages });
  change(manifest);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
};

const spoilings: [string, () => void][] = [
  ['a missing manifest', () => rmSync(join(folder, 'manifest.json'))],
  ['a truncated manifest', () => writeFileSync(join(folder, 'manifest.json'), '{"version": 1, "pages"')],
  ['a manifest of another version', changeManifest((manifest) => Object.assign(manifest, { version: 3 }))],
  ['a missing file', () => rmSync(join(folder, 'client/index.html.br'))],
  ['a file of another size', () => appendFileSync(join(folder, 'client/index.md'), 'x')],
  [
    'a file outside the folder',
    changeManifest(({ pages: [page] }) => Object.assign(page!.html, { file: '../x' })),
  ],
  ['a missing 404 page', changeManifest((manifest) => manifest.pages.pop())],
  ['a duplicate page', changeManifest((manifest) => manifest.pages.push(manifest.pages[0]!))],
  [
    'an entity tag with a line break',
    changeManifest(({ pages: [page] }) => Object.assign(page!.html, { etag: '"\n"' })),
  ],
];

test.each(spoilings)('rejects %s with one line that says to run the build', (_, spoil) => {
  spoil();

  expect(() => openPublished(folder)).toThrow(/^The build in .+: run `npm run build`$/);
});

async function startServer(app: AppHandler<object>, options = {}) {
  const published = openPublished(folder, options);
  const { log, lines } = collectLog();
  const delivery = createDelivery({ published: () => published, siteUrl, log });
  const watch = createRequestWatch({ log, idOf: () => 'an-id', logsAll: false, traffic: undefined });
  const server = createPublicServer({ delivery, app, locals: {}, watch });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return { server, origin: `http://127.0.0.1:${port}`, bodies: published.bodies, lines };
}

const knowsNothing: AppHandler<object> = (_request, _response, next) => next();

test.each([
  ['cached after the first read', 1024 * 1024],
  ['streamed', 100],
])('reads bodies from disk when they are requested, %s', async (_, cacheBudget) => {
  const { server, origin, bodies } = await startServer(knowsNothing, { cacheBudget });
  const before = bodies.size();

  const answers = [await fetch(origin), await fetch(origin), await fetch(`${origin}/nowhere`)];
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  await stop(server, 1000);

  expect(texts).toEqual([pages[0]!.html, pages[0]!.html, 'Missing']);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
  expect(before).toBe(0);
  expect(bodies.size()).toBeLessThanOrEqual(cacheBudget);
});

test('returns 500 for a file that changed on disk, and logs it', async () => {
  const { server, origin, lines } = await startServer(knowsNothing);
  appendFileSync(join(folder, 'client/index.html'), 'x');

  const { status } = await fetch(origin, { headers: { 'accept-encoding': 'identity' } });
  await stop(server, 1000);

  expect(status).toBe(500);
  expect(lines[0]).toMatchObject({ level: 'error', error: { type: 'Error' } });
  expect(JSON.stringify(lines[0])).toContain('was changed while the server was running');
});

test('survives an error in a request and hides its details', async () => {
  const { server, origin, lines } = await startServer((request) => {
    if (request.url === '/async') return Promise.reject(new Error('secret'));
    throw new Error('secret');
  });

  const answers = await Promise.all(['/sync', '/async', '/api/sync'].map((path) => fetch(origin + path)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const after = await fetch(origin);
  await stop(server, 1000);

  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
  expect(texts.join()).not.toContain('secret');
  expect(JSON.parse(texts[2] ?? '')).toMatchObject({ error: { code: 'INTERNAL' } });
  expect(after.status).toBe(200);
  const errors = lines.filter(({ level }) => level === 'error');
  expect(errors.map(({ id }) => id)).toEqual(['an-id', 'an-id', 'an-id']);
});

test('reports a port in use and its setting', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;

  const listening = listen(createServer(), { host: '127.0.0.1', port });

  await expect(listening).rejects.toThrow(`port ${port} is taken: set PORT`);
  other.close();
});

test('stops after open requests, despite idle connections', async () => {
  const { promise: open, resolve: opened } = Promise.withResolvers<ServerResponse>();
  const { server, origin } = await startServer((request, response) => {
    if (request.url === '/slow') opened(response);
    else response.end();
  });
  await new Promise<void>((resolve) => void get(origin, (answer) => answer.resume().on('end', resolve)));
  const late = fetch(`${origin}/slow`);
  const response = await open;

  // The server exits when its requests are done. Its shutdown timeout is longer than the test's.
  const stopped = stop(server, 600_000);
  response.end('late');
  await stopped;

  expect(await (await late).text()).toBe('late');
});

test('cuts off requests at the shutdown timeout', async () => {
  const { promise: open, resolve: opened } = Promise.withResolvers<ServerResponse>();
  const { server, origin } = await startServer((_request, response) => opened(response));
  const endless = fetch(`${origin}/endless`).then(
    () => 'answered',
    () => 'cut',
  );
  await open;

  await stop(server, 100);

  expect(await endless).toBe('cut');
});
