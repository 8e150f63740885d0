import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDelivery } from '#lib/delivery/delivery.ts';
import { silentLog } from '#lib/log/log.ts';
import { openPublished } from '#lib/delivery/published.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { writeBuild } from './delivery-build.ts';

const siteUrl = 'https://site.example';
const soilHtml = `<!doctype html><title>Soil</title>${'<p>Peat holds water.</p>'.repeat(50)}`;
const soilMarkdown = `# Soil\n\n${'Peat holds water.\n\n'.repeat(50)}`;
const folder = makeFolder();
const pageLinks = ['</llms.txt>; rel="describedby"'];
const handedToAstro: string[] = [];
let server: ReturnType<typeof createServer>;
let port = 0;

beforeAll(async () => {
  const script = `/* script */${'let a;'.repeat(100)}`;
  writeBuild(folder, {
    siteUrl,
    pages: [
      { path: '/', html: '<title>Home</title>', markdown: '# Home' },
      { path: '/courses/soil', html: soilHtml, markdown: soilMarkdown },
      { path: '/handbook/café', html: '<title>Café</title>', markdown: '# Café' },
      { path: '/404', status: 404, html: '<title>Missing</title>', markdown: '# Missing' },
    ],
    files: [
      { path: '/robots.txt', content: 'User-agent: *', contentType: 'text/plain; charset=utf-8' },
      { path: '/icon.svg', content: '<svg/>', contentType: 'image/svg+xml' },
      { path: '/_astro/a.B1x.js', content: script, contentType: 'text/javascript', immutable: true },
    ],
    redirects: [
      { from: '/courses/soils', to: '/courses/soil' },
      { from: '/menu/café', to: '/handbook/café' },
      { from: '/start', to: '/' },
    ],
  });
  const published = openPublished(folder, { pageLinks });
  const delivery = createDelivery({
    published: () => published,
    siteUrl,
    log: silentLog,
  });
  server = createServer((request, response) => {
    if (delivery.deliver(request, response) !== undefined) return;
    handedToAstro.push(request.url ?? '');
    delivery.answerNotFound(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Options = { method?: string; headers?: Record<string, string | string[]> };

function ask(path: string, { method = 'GET', headers = {} }: Options = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Sends a raw request line. Returns the status and the whole response as text. */
function askRaw(requestLine: string, headers = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `${requestLine} HTTP/1.1\r\nHost: site.example\r\n${headers}Connection: close\r\n\r\n`,
        'latin1',
      );
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text });
    });
  });
}

const typeOf = { html: 'text/html; charset=utf-8', markdown: 'text/markdown; charset=utf-8' };
const wantsMarkdown = { accept: 'text/markdown' };

test.each<[Record<string, string>, 'html' | 'markdown' | 'none']>([
  [{}, 'html'],
  [{ accept: 'text/html;q=0.9, text/markdown' }, 'markdown'],
  [{ accept: 'text/markdown;q=0' }, 'none'],
])('the headers %j get %s', async (asked, answer) => {
  const { status, headers } = await ask('/courses/soil', { headers: asked });

  expect(status).toBe(answer === 'none' ? 406 : 200);
  expect(headers['content-type']).toBe(answer === 'none' ? 'text/plain; charset=utf-8' : typeOf[answer]);
  expect(headers.vary).toBe('Accept, Accept-Encoding');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('reads several Accept lines as one list', async () => {
  const { text } = await askRaw('GET /courses/soil', 'Accept: text/html;q=0.5\r\nAccept: text/markdown\r\n');

  expect(text).toContain('Content-Type: text/markdown');
});

test('a 406 lists the types and is not cached', async () => {
  const { status, headers, body } = await ask('/', { headers: { accept: 'application/json' } });

  expect(status).toBe(406);
  expect(headers['cache-control']).toBe('no-store');
  expect(body.toString()).toMatch(/text\/html\ntext\/markdown/);
});

test('HTML links to its Markdown and to llms.txt', async () => {
  const { headers, body } = await ask('/courses/soil');

  expect(body.toString()).toBe(soilHtml);
  expect(headers.link).toContain('</courses/soil.md>; rel="alternate"; type="text/markdown"');
  expect(headers.link).toContain('</llms.txt>; rel="describedby"');
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(headers['content-location']).toBeUndefined();
});

test('negotiated Markdown is not stored by shared caches', async () => {
  const { headers, body } = await ask('/courses/soil', { headers: wantsMarkdown });

  expect(body.toString()).toBe(soilMarkdown);
  expect(headers['cache-control']).toBe('private, max-age=0, must-revalidate');
  expect(headers['content-location']).toBe('/courses/soil.md');
  expect(headers.link).toBe('</courses/soil>; rel="canonical", </llms.txt>; rel="describedby"');
  expect(headers['x-robots-tag']).toBeUndefined();
});

test.each([
  ['/courses/soil.md', '/courses/soil', '# Soil'],
  ['/index.md', '/', '# Home'],
  ['/handbook/caf%C3%A9.md', '/handbook/caf%C3%A9', '# Café'],
])('serves the twin at its own address %s', async (path, page, start) => {
  const { status, headers, body } = await ask(path, { headers: { accept: 'text/html' } });

  expect(status).toBe(200);
  expect(body.toString().startsWith(start)).toBe(true);
  expect(headers['content-type']).toBe(typeOf.markdown);
  expect(headers['content-location']).toBe(path);
  expect(headers.link).toBe(`<${page}>; rel="canonical", </llms.txt>; rel="describedby"`);
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(headers['cache-control']).toMatch(/^public/);
  expect(headers.vary).toBe('Accept-Encoding');
});

test('compresses as the client accepts, with an entity tag per variant and coding', async () => {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
  const tags = new Set<string>();
  for (const [accept, text] of [
    ['text/html', soilHtml],
    ['text/markdown', soilMarkdown],
  ] as const) {
    for (const coding of ['br', 'gzip', 'identity'] as const) {
      const answer = await ask('/courses/soil', { headers: { accept, 'accept-encoding': coding } });

      expect(answer.headers['content-encoding'] ?? 'identity').toBe(coding);
      expect(decode[coding](answer.body).toString()).toBe(text);
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      tags.add(answer.headers.etag ?? '');
    }
  }

  expect(tags.size).toBe(6);
  expect([...tags]).toEqual(Array.from(tags, () => expect.stringMatching(/^"[^"]+"$/) as string));
});

test('sends a small page uncompressed', async () => {
  const { headers, body } = await ask('/', { headers: { 'accept-encoding': 'br, gzip' } });

  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toBe('<title>Home</title>');
});

test.each(['/courses/soil', '/courses/soil.md', '/robots.txt', '/_astro/a.B1x.js'])(
  'returns 304 for %s only for the tag of the same variant and coding',
  async (path) => {
    const headers = { 'accept-encoding': 'br' };
    const { headers: full } = await ask(path, { headers });
    const etag = full.etag ?? '';

    const hit = await ask(path, { headers: { ...headers, 'if-none-match': etag } });
    const miss = await ask(path, { headers: { ...headers, 'if-none-match': '"x"' } });

    expect([hit.status, hit.body.length, hit.headers.etag]).toEqual([304, 0, etag]);
    expect(hit.headers.vary).toBe(full.vary);
    expect(hit.headers['cache-control']).toBe(full['cache-control']);
    expect(hit.headers['content-location']).toBe(full['content-location']);
    expect(hit.headers['content-type']).toBeUndefined();
    expect(miss.status).toBe(200);
  },
);

test('an entity tag of one variant does not match the other', async () => {
  const { headers: html } = await ask('/courses/soil');
  const etag = html.etag ?? '';

  const markdown = await ask('/courses/soil', { headers: { ...wantsMarkdown, 'if-none-match': etag } });
  const gzip = await ask('/courses/soil', { headers: { 'accept-encoding': 'gzip', 'if-none-match': etag } });

  expect([markdown.status, gzip.status]).toEqual([200, 200]);
});

test.each(['/courses/soil', '/courses/soil.md', '/robots.txt'])(
  'returns 304 for %s to a client that has only a date, and 412 for a condition that fails',
  async (path) => {
    const { headers } = await ask(path);
    const date = headers['last-modified'] ?? '';
    const since = (value: string) => ask(path, { headers: { 'if-modified-since': value } });
    const [same, before] = [await since(date), await since('Sun, 04 Jan 2026 09:00:00 GMT')];
    const failed = await ask(path, { headers: { 'if-match': '"zzz"' } });

    expect(date).toBe('Mon, 05 Jan 2026 09:00:00 GMT');
    expect([same.status, same.body.length, before.status]).toEqual([304, 0, 200]);
    expect([failed.status, failed.headers['content-type']]).toEqual([412, 'text/plain; charset=utf-8']);
  },
);

test('a missing picture or document is a sentence, not a page', async () => {
  const picture = await ask('/photo.jpg', { headers: { accept: 'image/avif,image/webp,*/*;q=0.8' } });
  const data = await ask('/nowhere', { headers: { accept: 'application/json' } });

  expect([picture.status, picture.body.toString()]).toEqual([404, 'There is nothing at this address.\n']);
  expect([data.status, data.headers['content-type']]).toEqual([404, 'application/json']);
  expect(JSON.parse(data.body.toString())).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('/favicon.ico leads to the icon', async () => {
  const { status, headers } = await ask('/favicon.ico');

  expect([status, headers.location]).toEqual([308, '/icon.svg']);
});

test.each(['/courses/soil', '/courses/soil.md', '/robots.txt', '/404', '/nowhere'])(
  'HEAD %s equals GET without the body',
  async (path) => {
    const [get, head] = await Promise.all([ask(path), ask(path, { method: 'HEAD' })]);

    expect(head.status).toBe(get.status);
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  },
);

test('ignores Range', async () => {
  const { status, headers, body } = await ask('/courses/soil', { headers: { range: 'bytes=0-9' } });

  expect(status).toBe(200);
  expect(headers['accept-ranges']).toBe('none');
  expect(body.length).toBe(soilHtml.length);
});

test('hashed files are cached for ever, others are revalidated', async () => {
  const [hashed, plain] = await Promise.all([ask('/_astro/a.B1x.js'), ask('/robots.txt')]);

  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers.vary).toBe('Accept-Encoding');
  expect(plain.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(plain.headers['access-control-allow-origin']).toBe('*');
});

test.each([
  ['/courses/soil/', '/courses/soil'],
  ['/courses/soil.md/', '/courses/soil.md'],
  ['/index', '/'],
  ['/courses/soil/?a=1&b=%20', '/courses/soil?a=1&b=%20'],
  ['/courses/soil.html?//evil.example', '/courses/soil?//evil.example'],
  ['/c%6Furses/soil', '/courses/soil'],
  ['/handbook/caf%c3%a9', '/handbook/caf%C3%A9'],
  ['/search/?q=soil', '/search?q=soil'],
  ['/robots.txt/', '/robots.txt'],
  ['/courses/soils', '/courses/soil'],
  ['/courses/soils?a=1', '/courses/soil?a=1'],
  ['/courses/soils.md', '/courses/soil.md'],
  ['/menu/caf%c3%a9', '/handbook/caf%C3%A9'],
  ['/start.md', '/index.md'],
])('permanently redirects %s to %s', async (path, location) => {
  const { status, headers } = await ask(path, { headers: { host: 'evil.example' } });

  expect(status).toBe(308);
  expect(headers.location).toBe(location);
  expect(headers.vary).toContain('Accept');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('serves a URL with a query, and the absolute form of its own origin', async () => {
  const withQuery = await ask('/courses/soil?utm_source=x');
  const inFull = await askRaw(`GET ${siteUrl}/courses/soil`);

  expect(withQuery.body.toString()).toBe(soilHtml);
  expect(inFull.status).toBe(200);
});

test.each([
  ['/nowhere', { accept: 'text/html' }, typeOf.html],
  ['/nowhere', {}, typeOf.html],
  ['/nowhere', wantsMarkdown, typeOf.markdown],
  ['/nowhere.md', {}, typeOf.markdown],
  ['/404', {}, typeOf.html],
  ['/404', wantsMarkdown, typeOf.markdown],
  ['/api', {}, 'application/json'],
  ['/api/', {}, 'application/json'],
  ['/api/nowhere/at.html?x', wantsMarkdown, 'application/json'],
])('returns 404 for %s with the headers %j as %s', async (path, headers, type) => {
  const answer = await ask(path, { headers });

  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toBe(type);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers.etag).toBeUndefined();
  if (type !== 'application/json') return expect(answer.headers.vary).toBe('Accept, Accept-Encoding');
  expect(JSON.parse(answer.body.toString())).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'])(
  '%s returns 405 with the allowed methods',
  async (method) => {
    for (const path of ['/courses/soil', '/courses/soil.md', '/robots.txt']) {
      const { status, headers } = await ask(path, { method });

      expect(status).toBe(405);
      expect(headers.allow).toContain('GET, HEAD');
    }
  },
);

test.each(['/courses/soil', '/robots.txt', '*'])('OPTIONS %s returns the allowed methods', async (path) => {
  const { status, text } = await askRaw(`OPTIONS ${path}`);

  expect(status).toBe(204);
  expect(text).toContain('Allow: GET, HEAD');
});

test.each(['/search?q=soil', '/api/search/', '/mcp', '/api/a.html', '/ask'])(
  'passes %s to the app',
  async (path) => {
    handedToAstro.length = 0;

    await ask(path, { method: 'POST' });

    expect(handedToAstro).toEqual([path]);
  },
);

test.each([
  '/../manifest.json',
  '/courses/../../manifest.json',
  '/courses/soil.md%00.html',
  '//evil.example',
  '/\\evil.example',
  'http://evil.example/courses/soil',
  '/manifest.json',
  '/client/courses/soil.md',
  '/courses/soil.html.br',
  '/robots.txt.gz',
  '/server/entry.mjs',
  `/${'a'.repeat(9000)}`,
  `/api/%00`,
  '/__proto__',
])('returns 400 or 404 for %j and no file outside the build', async (target) => {
  const { status, text } = await askRaw(`GET ${target}`);

  expect([400, 404, 414]).toContain(status);
  expect(text).toContain('X-Content-Type-Options: nosniff');
  expect(text).not.toContain('Location:');
});
