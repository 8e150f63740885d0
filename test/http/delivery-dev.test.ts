import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverInDev } from '#astro/dev-delivery.ts';

type Table = { cases: { accept: string | null; answer: 'html' | 'markdown' | 'none' }[] };
const { cases } = JSON.parse(readFileSync(new URL('../data/accept.json', import.meta.url), 'utf8')) as Table;

/** A stub of Astro's dev server: pages in several chunks, a module, an API, and a missing page. */
const astro = createServer((request, response) => {
  deliverInDev(request, response, {
    pageLinks: ['</llms.txt>; rel="describedby"'],
    siteUrl: 'https://site.example',
    findMoved: (path) => (path === '/courses/étang' ? '/courses/soil' : undefined),
    toTwin: (html, path) => `# Twin of ${path}, ${html.length}`,
    next: () => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const isPage = ['/', '/courses/soil', '/search'].includes(pathname);
      const isHtml = isPage || !/^\/(api|src|_astro|@vite)/.test(pathname);
      response.writeHead(isPage || !isHtml ? 200 : 404, {
        'Content-Type': isHtml ? 'text/html' : 'text/plain',
        ...(isHtml && { Vary: 'Origin', ETag: '"x"' }),
      });
      response.write('<p>');
      response.end(`${request.url}</p>`);
    },
  });
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => astro.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(astro.address() as AddressInfo).port}`;
});

afterAll(() => {
  astro.closeAllConnections();
  astro.close();
});

function ask(path: string, accept?: string | null, method = 'GET'): Promise<Response> {
  // Without a header, fetch sends Accept: */*, which has the same meaning.
  const headers = accept === undefined || accept === null ? {} : { accept };
  return fetch(origin + path, { headers, method, redirect: 'manual' });
}

test.each(cases)('in dev, Accept $accept gets $answer', async ({ accept, answer }) => {
  const response = await ask('/courses/soil', accept);

  const types = {
    html: 'text/html',
    markdown: 'text/markdown; charset=utf-8',
    none: 'text/plain; charset=utf-8',
  };
  expect(response.status).toBe(answer === 'none' ? 406 : 200);
  expect(response.headers.get('content-type')).toBe(types[answer]);
  expect(response.headers.get('vary')).toBe('Origin, Accept');
});

test('in dev, a page has both variants with their headers', async () => {
  const [html, markdown, twin] = await Promise.all([
    ask('/courses/soil?a=1'),
    ask('/courses/soil', 'text/markdown'),
    ask('/courses/soil.md', 'text/html'),
  ]);

  expect(await html.text()).toBe('<p>/courses/soil?a=1</p>');
  expect(html.headers.get('link')).toContain('</courses/soil.md>; rel="alternate"; type="text/markdown"');
  expect(await markdown.text()).toBe('# Twin of /courses/soil, 20');
  expect(markdown.headers.get('content-location')).toBe('/courses/soil.md');
  expect(markdown.headers.get('etag')).toBeNull();
  expect(await twin.text()).toBe('# Twin of /courses/soil, 20');
  expect(twin.headers.get('x-robots-tag')).toBe('noindex');
});

test('in dev, the home page has a twin, and a missing page is 404 in both variants', async () => {
  const [home, missing, missingTwin, html] = await Promise.all([
    ask('/index.md'),
    ask('/nowhere', 'text/markdown'),
    ask('/nowhere.md'),
    ask('/nowhere', 'application/json'),
  ]);

  expect(await home.text()).toContain('# Twin of /,');
  expect([missing.status, missingTwin.status, html.status]).toEqual([404, 404, 404]);
  expect(missing.headers.get('content-type')).toContain('text/markdown');
  expect(missingTwin.headers.get('content-type')).toContain('text/markdown');
  expect(html.headers.get('content-type')).toContain('text/html');
});

test.each([
  ['/courses/soil/', '/courses/soil'],
  ['/courses/soil.html?x', '/courses/soil?x'],
  ['/index', '/'],
  ['/courses/%C3%A9tang?x', '/courses/soil?x'],
  ['/courses/%C3%A9tang.md', '/courses/soil.md'],
])('in dev, %s redirects to %s', async (path, location) => {
  const response = await ask(path);

  expect(response.status).toBe(308);
  expect(response.headers.get('location')).toBe(location);
});

test.each(['/api/search/', '/src/page.md', '/_astro/x', '/@vite/client', '/api/x.html'])(
  'in dev, %s is passed to Astro',
  async (path) => {
    const response = await ask(path, 'text/markdown');

    expect(await response.text()).toBe(`<p>${path}</p>`);
    expect(response.headers.get('vary')).toBeNull();
  },
);

test('in dev, HEAD has no body and the headers of the variant', async () => {
  const response = await ask('/courses/soil', 'text/markdown', 'HEAD');

  expect(response.headers.get('content-type')).toContain('text/markdown');
  expect(await response.text()).toBe('');
});

test('no page of the build contains code of the preview', () => {
  const pages = globSync('dist/client/**/*.html').map((file) => readFileSync(file, 'utf8'));

  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter((html) => /preview-banner|problem-banner|@lectern/.test(html))).toEqual([]);
});
