import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processOf, serveProcess, type ServedSite } from '#test/served-site.ts';
import { writeBuild } from '#test/http/delivery-build.ts';
import { serveForms } from '#test/http/forms-site.ts';
import { makeFolder } from '#test/temporary-folder.ts';

const folder = makeFolder();
let server: ServedSite;

beforeAll(async () => {
  writeBuild(folder, {
    siteUrl: 'http://localhost:4321',
    pages: [
      { path: '/', html: '<p>Home</p>', markdown: 'Home' },
      { path: '/404', status: 404, html: 'Missing', markdown: 'Missing' },
    ],
  });
  server = await serveProcess(folder, {}, { script: 'test/stand-ins/faulty-server.ts' });
});

afterAll(async () => {
  await server.stop();
});

const outcome = (path: string) =>
  fetch(server.origin + path).then(
    async (response) => `${response.status} ${await response.text().catch(() => 'cut')}`,
    () => 'nothing',
  );

test.each([
  ['/api/throws', /^500 .*INTERNAL/, 'thrown'],
  ['/api/rejects', /^500 .*INTERNAL/, 'rejected'],
  ['/api/throws-later', /^500 .*INTERNAL/, 'thrown later'],
  ['/api/emits-error', /^500 .*INTERNAL/, 'emitted'],
  ['/api/rejects-behind', /^200 answered$/, 'rejected behind'],
  ['/api/throws-within', /^200 cut$/, 'thrown within'],
  ['/api/stream-throws', /^200 cut$|^nothing$/, 'thrown by a stream'],
])(
  'the error of %s is logged, affects no other request, and does not stop the process',
  async (path, expected, message) => {
    const other = outcome('/api/slow');
    const before = server.output().length;

    const answer = await outcome(`${path}?name=Ana`);

    expect(answer).toMatch(expected);
    expect(await other).toBe('200 answered slowly');
    expect(server.troubles(before)).toMatchObject([
      { id: 'an-id', msg: 'a request failed', error: { type: 'Error', message } },
    ]);
    expect(server.output()).not.toContain('Ana');
    expect(processOf(server).exitCode).toBeNull();
    expect(await outcome('/')).toBe('200 <p>Home</p>');
  },
);

test('an uncaught error is logged, open requests finish, and the process exits with an error code', async () => {
  const faulty = await serveProcess(folder, {}, { script: 'test/stand-ins/faulty-server.ts' });
  const underWay = fetch(`${faulty.origin}/api/slow`).then((response) => response.text());
  await new Promise((done) => setTimeout(done, 100));

  processOf(faulty).kill('SIGUSR2');

  expect(await faulty.ended).toBe(1);
  expect(await underWay).toBe('answered slowly');
  expect(faulty.troubles()).toMatchObject([
    { msg: 'uncaught error', error: { message: 'outside requests' } },
  ]);
});

test('the server exits with an error code on a rejected promise outside a request', async () => {
  const preload = pathToFileURL(resolve('test/stand-ins/fault-on-signal.ts')).href;
  const site = await serveForms({ NODE_OPTIONS: `--import=${preload}` }, { asProcess: true });
  await fetch(`${site.origin}/search?q=soil`);

  processOf(site).kill('SIGUSR2');

  expect(await site.ended).toBe(1);
  expect(site.output()).toContain('rejected outside a request');
  await site.remove();
});
