import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtSite, serveForms } from './forms-site.ts';
import { askOnce, statusOf } from './raw-client.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveForms({ HOST: '127.0.0.1' }));

/** The expected routes: one for each file in src/pages. */
const allowed = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(astro|mdx|ts)$/.test(file) && !/(^|\/)_/.test(file))
  .map((file) => `/${file}`.replace(/\.(astro|mdx|ts)$/, '').replace(/\/index$/, '') || '/');

/** Returns the routes in the manifest that Astro writes into the bundle. */
async function readRoutes(): Promise<string[]> {
  const bundle = readFileSync(join(await builtSite(), 'server/entry.mjs'), 'utf8');
  return [...bundle.matchAll(/"routeData":\{"route":"([^"]+)"/g)].map(([, route = '']) => route);
}

test('the bundle has a route for each file in src/pages and no other', async () => {
  const routes = await readRoutes();

  const added = routes.filter((route) => !allowed.includes(route));
  const advice = `Astro or an integration added ${added.join(', ')}, which anyone could request. Remove it in the hook astro:build:ssr of src/astro/integration.ts, or write a route of our own in src/pages.`;
  expect(added, advice).toEqual([]);
  expect(routes.toSorted()).toEqual(allowed.toSorted());
});

const spellings = [
  '/_image',
  '/_image/',
  '/_image.html',
  '/%5Fimage',
  '/%5fim%61ge/',
  '/_IMAGE',
  '//_image',
  '/./_image',
  '/x/../_image',
  '/_image;x',
  '/_server-islands',
  '/_server-islands/Header',
  '/_server-islands/Header/',
  '/_actions',
  '/_actions/send',
  '/_actions/send/',
];

test.each(spellings)('%s returns the same as an unknown address', async (path) => {
  const assets = readdirSync(join(await builtSite(), 'client/_astro'));
  const picture = assets.find((name) => /\.(avif|jpe?g|png|webp)$/.test(name));
  const { port } = site;
  const ask = async (method: string, target: string) => {
    const headers = `Host: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 0\r\n`;
    return askOnce(port, `${method} ${target} HTTP/1.1\r\n${headers}\r\n`);
  };
  const name = /image|_server-islands|_actions|im%61ge/i;
  const query = `?href=/_astro/${picture}&f=avif&q=100&p=&s=`;

  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const answer = await ask(method, path + query);
    const missing = await ask(method, path.replace(name, 'nothing') + query);

    const comparable = (text: string) =>
      text.replace(/^(Date|X-Request-Id):.*$/gm, '').replace(name, 'nothing');
    expect([308, 400, 404], `${method}: ${answer.slice(0, 200)}`).toContain(statusOf(answer));
    expect(comparable(answer)).toBe(comparable(missing));
  }
  expect(picture).toBeDefined();
});

test.each(['/_image?href=/favicon.svg', '/_server-islands/Header', '/_actions/send'])(
  '%s returns 404',
  async (path) => {
    for (const method of ['GET', 'POST'])
      expect((await fetch(site.origin + path, { method })).status).toBe(404);
  },
);

test('a server for readers has nothing of `npm run watch`: no event stream, and no banner or script on its pages', async () => {
  const paths = ['/.watch/events?path=/', '/.watch/reload.js', '/.watch/banner.css'];
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(site.origin + path)).status));
  const pages = await Promise.all(
    ['/', '/search', '/nowhere'].map(async (path) => (await fetch(site.origin + path)).text()),
  );

  expect(statuses).toEqual([404, 404, 404]);
  for (const html of pages) expect(html).toContain('<main');
  expect(pages.filter((html) => /\.watch|watch-banner/.test(html))).toEqual([]);
});
