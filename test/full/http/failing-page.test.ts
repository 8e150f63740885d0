import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { readLog } from '#test/collected-log.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';

/** Copies the build and damages one page in the search index, so that a search fails if it finds that page. */
let folder: string;
let site: ServedSite;

beforeAll(async () => {
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync('.cache/failing-');
  cpSync(realpathSync('dist'), folder, { recursive: true });
  const file = join(folder, readManifest(folder).serverFiles.searchIndex);
  const index = readFileSync(file);
  // Inserts a quote into a string of the page's JSON.
  index.write('"', index.indexOf('no longer than a fingernail'));
  writeFileSync(file, index);
  // A process redirects what Astro prints to its log.
  site = await serveSite(folder, {}, { asProcess: true });
});

afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

const failing = '/search?q=check+clean+dry';

test('a page that fails to render returns a helpful 500 page', async () => {
  const response = await fetch(site.origin + failing, { headers: { Accept: 'text/html' } });
  const html = await response.text();

  expect(response.status).toBe(500);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(html).toMatch(/<h1[^>]*>/);
  expect(html).toContain('href="/contact"');
  expect(html).not.toMatch(/SyntaxError|\bat .*\.mjs/);
});

test('the 500 page is available as Markdown, and as JSON from the API', async () => {
  const markdown = await fetch(site.origin + failing, { headers: { Accept: 'text/markdown' } });
  const api = await fetch(`${site.origin}/api/search?q=check+clean+dry`);

  expect(markdown.status).toBe(500);
  expect(markdown.headers.get('Content-Type')).toMatch(/^text\/markdown/);
  expect(markdown.headers.get('Cache-Control')).toBe('no-store');
  expect(await markdown.text()).toMatch(/^# /m);
  expect(api.status).toBe(500);
  expect(await api.json()).toMatchObject({ error: { code: 'INTERNAL' } });
});

test('the error is logged, and the next request succeeds', async () => {
  await fetch(site.origin + failing);
  const next = await fetch(`${site.origin}/courses`);

  expect(readLog(site.output()).map(({ name }) => name)).toContain('/search');
  expect(next.status).toBe(200);
});

test('the 500 page is not in the sitemap and has no URL', async () => {
  const own = await fetch(`${site.origin}/500`);
  const map = await (await fetch(`${site.origin}/llms.txt`)).text();

  expect(own.status).toBe(404);
  expect(map).not.toContain('/500');
});
