import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Publication } from '#app/publication.ts';
import { createWatchedPages } from './watched-pages.ts';

const sound = {
  pages: 1,
  changed: 1,
  seconds: 0.1,
  refused: '',
  refusedFiles: 0,
  warnings: '',
  at: '2026-11-25T12:00:00Z',
};
const refused = 'content/pages/about.mdx:3: a { in the text: write \\{';

/** A publication with one page. */
function publication(etag: string, publishedAt = '2026-11-25T10:00:00Z'): Publication {
  const manifest = {
    contentDir: 'content',
    publishedAt,
    pages: [{ path: '/about', status: 200, html: { etag } }],
  };
  const report = { day: '2026-11-25', pages: [], problems: [] };
  return { manifest, readContentReport: async () => report } as unknown as Publication;
}

const changeOf = (pages: ReturnType<typeof createWatchedPages>, url: string, method = 'GET') =>
  pages.changePage({ url, method } as Parameters<typeof pages.changePage>[0]);
const policy = { 'content-security-policy': "default-src 'none'; script-src 'self'" };
const page = '<html><head></head><body class="x">Text</body></html>';
const versionIn = (html: string) => /data-version="(\w+)"/.exec(html)?.[1];

/** Opens the stream of a page. @returns a function that resolves with the next version */
async function openEvents(pages: ReturnType<typeof createWatchedPages>, path: string) {
  const server = createServer((request, response) => void pages.answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/.watch/events?path=${encodeURIComponent(path)}`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(async () => {
    await reader.cancel();
    server.close();
  });
  return {
    response,
    next: async () => /^data: (\w+)\n\n$/.exec((await reader.read()).value ?? '')?.[1],
  };
}

test('only GET requests are answered, so that no other leaves a stream open', () => {
  const pages = createWatchedPages();
  const answer = (method: string) =>
    pages.answer({ url: '/.watch/events?path=/', method } as IncomingMessage, {} as ServerResponse);

  expect(['POST', 'HEAD', 'OPTIONS'].map(answer)).toEqual([false, false, false]);
});

test('a page gets styles and the script, and a banner if there is something to tell', async () => {
  const pages = createWatchedPages();
  await pages.onServed(publication('"1"'));
  const before = changeOf(pages, '/about?x="')(page, policy);
  pages.onOutcome({ ...sound, refused, refusedFiles: 1 });
  const after = changeOf(pages, '/about')(page, policy);

  expect(before).toMatch(
    /^<html><head><link rel="stylesheet" href="\/.watch\/banner.css"><script src="\/.watch\/reload.js" defer data-events="\/.watch\/events" data-path="\/about" data-version="\w{16}"><\/script><\/head><body class="x">Text/,
  );
  expect(after).toContain('<body class="x"><section class="watch-banner"');
  expect(after).toContain('content/pages/about.mdx:3');
  expect(versionIn(after)).not.toBe(versionIn(before));
});

test('a page whose policy allows no scripts, and one after a posted form, are not reloaded', async () => {
  const pages = createWatchedPages();
  await pages.onServed(publication('"1"'));

  const framed = changeOf(pages, '/about')(page, { 'content-security-policy': "default-src 'none'" });
  const posted = changeOf(pages, '/about', 'POST')(page, policy);

  expect([framed, posted].filter((html) => html.includes('<script'))).toEqual([]);
});

test('the stream of a page has its version at once, and again after each change', async () => {
  const pages = createWatchedPages();
  await pages.onServed(publication('"1"'));
  const shown = versionIn(changeOf(pages, '/about')(page, policy));
  const { response, next } = await openEvents(pages, '/about');

  const first = await next();
  await pages.onServed(publication('"1"', '2026-11-25T11:00:00Z'));
  const same = await next();
  await pages.onServed(publication('"2"'));
  const edited = await next();
  pages.onOutcome({ ...sound, refused, refusedFiles: 1 });
  const broken = await next();
  pages.onOutcome(sound);

  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect([first, same]).toEqual([shown, shown]);
  expect(new Set([shown, edited, broken]).size).toBe(3);
  expect(await next()).toBe(edited);
});

test('the problems of an earlier attempt go with the next publication', async () => {
  const pages = createWatchedPages();
  await pages.onServed(publication('"1"'));
  pages.onOutcome({ ...sound, refused, refusedFiles: 1 });
  const same = publication('"1"', sound.at);
  await pages.onServed(same);
  const broken = changeOf(pages, '/about')(page, policy);

  await pages.onServed(publication('"2"', '2026-11-25T12:00:01Z'));

  expect(broken).toContain('about.mdx:3');
  expect(changeOf(pages, '/about')(page, policy)).not.toContain('watch-banner"');
});

test('an address without a prerendered page has another version after each publication', async () => {
  const pages = createWatchedPages();
  await pages.onServed(publication('"1"'));
  const { next } = await openEvents(pages, '/search');

  const first = await next();
  await pages.onServed(publication('"1"', '2026-11-25T11:00:00Z'));

  expect(await next()).not.toBe(first);
});

test('a page that was rendered before a publication has the version from before it', async () => {
  const pages = createWatchedPages();
  await pages.onServed(publication('"1"'));
  const change = changeOf(pages, '/about');
  const { next } = await openEvents(pages, '/about');
  await next();

  await pages.onServed(publication('"2"'));

  expect(versionIn(change(page, policy))).not.toBe(await next());
});
